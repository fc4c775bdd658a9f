/** How much evidence a page has room for: beyond it, the page says where the rest is. */
export interface PageBudget {
  readonly take: (html: string) => string;
}

/** Room for so many bytes of UTF-8, given to whoever asks first. */
export function pageBudget(bytes: number): PageBudget {
  let left = bytes;
  return {
    take(html) {
      const size = Buffer.byteLength(html);
      if (size > left)
        return '<p class="soft">Left out to keep this page small: see report.json and ledger.ndjson.</p>';
      left -= size;
      return html;
    },
  };
}
