import { type Html, html } from './html.js';

/** A block of code, in which the style sheet wraps long lines. */
export const code = (text: Html | string): Html => html`<pre><code>${text}</code></pre>`;

/** The heading of a block inside a card. */
export const label = (words: string): Html => html`<p class="label">${words}</p>`;
