import { type Html, html } from './html.js';

/** Text as it is, line by line; long lines are broken. */
export const code = (text: Html | string): Html => html`<pre><code>${text}</code></pre>`;

/** The name of what follows, below the headings of a card. */
export const label = (words: string): Html => html`<p class="label">${words}</p>`;
