/** A shell command in the HTML report. */

import { code, type Html, html, label } from '../../page/index.js';
import { visible } from '../visible.js';
import { text } from './text.js';

/** The maximum number of characters of a command in the page. */
const MAX_LENGTH = 4000;

/**
 * A button copies the command. Without the script of the page, the command can be selected as text.
 */
export function command(name: string, line: string): Html {
  // The text that a user pastes must equal the shown text, so the command is not shortened.
  if (line.length > MAX_LENGTH || visible(line) !== line) {
    return html`${label(name)}<p class="soft">The command is too long, or contains characters that cannot be shown. It is in report.json.</p>`;
  }
  return html`<div class="command">${label(name)}<button type="button" class="copy" hidden>Copy<span class="unseen"> ${name}</span></button>${code(text(line, MAX_LENGTH))}</div>`;
}
