import { type Html, html } from '../../page/index.js';

/** How much evidence a page has room for: beyond it, the page says where the rest is. */
export interface PageBudget {
  readonly take: (content: Html) => Html;
}

/** A limited number of bytes of UTF-8, used in the order of requests. */
export function pageBudget(bytes: number): PageBudget {
  let left = bytes;
  return {
    take(content) {
      const size = Buffer.byteLength(content.toString());
      if (size > left)
        return html`<p class="soft">Left out to keep this page small: see report.json and ledger.ndjson.gz.</p>`;
      left -= size;
      return content;
    },
  };
}
