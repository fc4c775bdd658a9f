import { code, type Html, html, label } from '../../page/index.js';
import { visible } from '../visible.js';
import { text } from './text.js';

const LONGEST = 4000;

/** A command with a button that copies it; without the script it is text to select. */
export function command(name: string, line: string): Html {
  if (line.length > LONGEST || visible(line) !== line) {
    // What is pasted must be what is shown, and all of it.
    return html`${label(name)}<p class="soft">Too long, or with characters that cannot be shown: report.json has it.</p>`;
  }
  return html`<div class="command">${label(name)}<button type="button" class="copy" hidden>Copy<span class="unseen"> ${name}</span></button>${code(text(line, LONGEST))}</div>`;
}
