/** Limits the size of the HTML report. */

import { type Html, html } from '../../page/index.js';

/** Content beyond the limit is replaced by a note that names the files with the content. */
export interface PageBudget {
  readonly take: (content: Html) => Html;
}

/** The limit, in bytes of UTF-8, is used up in the order of the calls. */
export function pageBudget(bytes: number): PageBudget {
  let bytesLeft = bytes;
  return {
    take(content) {
      const size = Buffer.byteLength(content.toString());
      if (size > bytesLeft)
        return html`<p class="soft">Left out to keep this page small: see report.json and ledger.ndjson.gz.</p>`;
      bytesLeft -= size;
      return content;
    },
  };
}
