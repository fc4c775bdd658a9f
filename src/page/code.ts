/** Code blocks and small labels of a report page. */

import { type Html, html } from './html.js';

/** Preformatted text. Long lines are wrapped. */
export const code = (text: Html | string): Html => html`<pre><code>${text}</code></pre>`;

/** A small label above a block inside a card. */
export const label = (words: string): Html => html`<p class="label">${words}</p>`;
