/** The building blocks of a report page: folding cards, notes, tiles and the verdict box. */

import { type Html, html, nothing } from './html.js';

interface Card {
  /** `finding` or `check`. */
  readonly kind: string;
  /** The class that determines the colour, for example a verdict. */
  readonly tone: string;
  readonly id?: string;
  readonly level: 3 | 4;
  readonly heading: Html;
  /** Shown below the heading, also while the card is folded. */
  readonly about: Html;
  readonly open?: boolean;
  /** The verdict by which the page filters its cards. */
  readonly verdict?: string;
}

/** A card that folds its content `inside`. */
export function card(of: Card, inside: Html): Html {
  const { kind, tone, id, level, heading, about, open = false, verdict } = of;
  const at = id === undefined ? nothing : html` id="${id}"`;
  const verdictData = verdict === undefined ? nothing : html` data-verdict="${verdict}"`;
  const title = level === 3 ? html`<h3>${heading}</h3>` : html`<h4>${heading}</h4>`;
  return html`<details class="card ${kind} ${tone}"${at}${verdictData}${open ? html` open` : nothing}>
<summary>${title}<span class="soft ids">${about}</span></summary>
<div class="inside">${inside}</div></details>`;
}

/** A text that stands out at the beginning of a section. */
export const note = (inside: Html | readonly Html[]): Html =>
  html`<div class="note">${inside}</div>`;

/** A grid of figures, each with its name. */
export const tiles = (figures: readonly (readonly [name: string, value: string])[]): Html =>
  html`<dl class="tiles of-${columnsFor(figures.length)}">${figures.map(
    ([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`,
  )}</dl>`;

/** The style sheet has rules for these numbers of tiles in a row. */
const COLUMNS = [7, 6, 5, 4];

/** The number of tiles in a row that leaves the fewest gaps in the last row. */
function columnsFor(count: number): number {
  const emptyWith = (columns: number): number => (columns - (count % columns)) % columns;
  const fewest = Math.min(...COLUMNS.map(emptyWith));
  return COLUMNS.find((columns) => emptyWith(columns) === fewest) ?? 4;
}

/** The tone is `good`, `bad` or `warn`. */
export const verdictBox = (tone: string, words: Html | string): Html =>
  html`<span class="verdict ${tone}">${words}</span>`;
