/** A shell command in the HTML report. */

import { code, type Html, html, label } from '../../page/index.js';
import { visible } from '../visible.js';
import { text } from './text.js';

const MAX_LENGTH = 4000;

/**
 * A button copies the command. Without the script of the page, the command can be selected as text.
 */
export function command(name: string, line: string): Html {
  if (line.length > MAX_LENGTH || visible(line) !== line) {
    // The pasted text must equal the shown text.
    return html`${label(name)}<p class="soft">Too long, or with characters that cannot be shown: report.json has it.</p>`;
  }
  return html`<div class="command">${label(name)}<button type="button" class="copy" hidden>Copy<span class="unseen"> ${name}</span></button>${code(text(line, MAX_LENGTH))}</div>`;
}
