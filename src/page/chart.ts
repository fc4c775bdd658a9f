import { type Html, html } from './html.js';

/** A chart with its title and a sentence that says what it shows. */
export const chart = (title: string, about: string, drawing: Html): Html =>
  html`<figure><figcaption><h3>${title}</h3><p class="soft">${about}</p></figcaption>${drawing}</figure>`;
