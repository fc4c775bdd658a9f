import { type Html, html } from './html.js';

/** Long lines are wrapped. */
export const code = (text: Html | string): Html => html`<pre><code>${text}</code></pre>`;

/** For a block inside a card. */
export const label = (words: string): Html => html`<p class="label">${words}</p>`;
