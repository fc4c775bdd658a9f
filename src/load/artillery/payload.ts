/** Writes the rows of a data feeder as a CSV file for Artillery. */

import type { Feeder } from '../profile/feeders.js';
import { PLACEHOLDER } from '../profile/placeholders.js';

/**
 * How a value is written: unchanged, percent-encoded, or as JSON text without its quotes. Artillery
 * cannot encode a value when it inserts it, so the file contains the value in each needed notation.
 */
type Notation = 'raw' | 'uri' | 'json';

const WRITERS: Readonly<Record<Notation, (value: string) => string>> = {
  raw: (value) => value,
  uri: encodeURIComponent,
  json: (value) => JSON.stringify(value).slice(1, -1),
};

/** The CSV file has a column for each field and notation that the script uses. */
export class Payload {
  readonly name: string;
  readonly #feeder: Feeder;
  readonly #columns = new Map<string, { readonly field: string; readonly notation: Notation }>();

  constructor(name: string, feeder: Feeder) {
    this.name = name;
    this.#feeder = feeder;
  }

  /** Replaces the placeholders of this feeder in a text, and adds a column for each of them. */
  withColumnNames(text: string, notation: Notation): string {
    const [firstRow = {}] = this.#feeder.rows;
    return text.replace(PLACEHOLDER, (whole, field: string) => {
      if (firstRow[field] === undefined) return whole;
      const column = `${this.name}_${field.replace(/\W/g, '_')}${notation === 'raw' ? '' : `_${notation}`}`;
      this.#columns.set(column, { field, notation });
      return `{{ ${column} }}`;
    });
  }

  /** Returns the entry of `config.payload` in the Artillery script. */
  config(path: string): Readonly<Record<string, unknown>> {
    return {
      path,
      fields: [...this.#columns.keys()],
      order: this.#feeder.order === 'random' ? 'random' : 'sequence',
      skipHeader: true,
    };
  }

  /** Returns the text of the CSV file (RFC 4180), which begins with a header line. */
  csv(): string {
    const columns = [...this.#columns];
    const rows = this.#feeder.rows.map((row) =>
      columns.map(([, { field, notation }]) => WRITERS[notation](row[field] ?? '')),
    );
    return [columns.map(([column]) => column), ...rows]
      .map((cells) => `${cells.map(quotedCell).join(',')}\r\n`)
      .join('');
  }

  /**
   * Describes how Artillery uses the rows differently from Assay; undefined if it does not. After
   * the last row of a queue, Assay starts no further visit, but Artillery begins again.
   */
  get note(): string | undefined {
    return this.#feeder.order === 'queue'
      ? `Artillery begins with the first row again when the rows of ${this.name} are used up.`
      : undefined;
  }
}

const quotedCell = (text: string): string =>
  /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
