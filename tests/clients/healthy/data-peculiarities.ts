import { EnvelopeClient } from '../../../src/clients/broken/envelope-client.js';
import { type Page, PlainClient } from '../../../src/clients/broken/plain-client.js';

/** Clients that do what the document leaves to them, about records and entities. */

/** Asks for four pages side by side until one of them is short. */
export class FourPagesSideBySide extends PlainClient {
  protected override async exportAll(limit: number): Promise<void> {
    for (let offset = 0; ; offset += 4 * limit) {
      const offsets = [0, 1, 2, 3].map((page) => offset + page * limit);
      const pages = await Promise.all(offsets.map((one) => this.productsAt(limit, one)));
      this.printAll(pages.flat());
      if (pages.some((ids) => ids.length < limit)) return;
    }
  }
}

/** Three workers take the next page each, until one finds none. */
export class ThreeWorkers extends PlainClient {
  protected override async exportAll(limit: number): Promise<void> {
    let next = 0;
    let done = false;
    const worker = async (): Promise<void> => {
      while (!done) {
        const ids = await this.productsAt(limit, limit * next++);
        this.printAll(ids);
        done ||= ids.length === 0;
      }
    };
    await Promise.all([worker(), worker(), worker()]);
  }
}

export class UntilAnEmptyPage extends PlainClient {
  protected override async exportAll(limit: number): Promise<void> {
    for (let offset = 0; ; offset += limit) {
      const ids = await this.productsAt(limit, offset);
      if (ids.length === 0) return;
      this.printAll(ids);
    }
  }
}

/** Works out from the first page how many there are, and fetches just those. */
export class PagesOfTheFirstTotal extends EnvelopeClient {
  protected override async exportAll(limit: number): Promise<void> {
    const { meta } = await this.envelopeAt(limit, 0);
    for (let offset = limit; offset < meta.total; offset += limit)
      await this.envelopeAt(limit, offset);
  }
}

export class TotalOfEachPage extends EnvelopeClient {
  protected override async exportAll(limit: number): Promise<void> {
    for (let offset = 0; ; ) {
      const { data, meta } = await this.envelopeAt(limit, offset);
      offset += data.length;
      if (data.length === 0 || offset >= meta.total) return;
    }
  }
}

/** Says the defaults nowhere. */
export class LeavesDefaultsOut extends PlainClient {
  protected override productsAt(limit: number, offset: number): Promise<readonly number[]> {
    const at = offset === 0 ? '' : `&offset=${offset}`;
    return this.products(`${this.productsPath}?limit=${limit}${at}`, this.exportHeaders());
  }
  protected override async page(collection: string, limit: number, cursor: number): Promise<Page> {
    if (cursor > 0) return super.page(collection, limit, cursor);
    const answer = await this.world.fetch(
      `${this.setting('PLATFORM_BASE_URL')}/platform/v2/${collection}?limit=${limit}`,
    );
    const { Entities, meta } = (await answer.json()) as {
      readonly Entities: readonly { readonly id: number }[];
      readonly meta: { readonly cursor: { readonly next: number | null } };
    };
    return { ids: Entities.map(({ id }) => id), next: meta.cursor.next };
  }
}

/** Knocks at the door of the export API first, without a token. */
export class GreetsFirst extends PlainClient {
  override async run(): Promise<void> {
    await this.world.fetch(`${this.setting('EXPORT_BASE_URL')}/`);
    await super.run();
  }
}

export class SortsAndFilters extends PlainClient {
  protected override productsAt(limit: number, offset: number): Promise<readonly number[]> {
    const query = `limit=${limit}&offset=${offset}&orderBy=id&mode=AND`;
    return this.products(`${this.productsPath}?${query}`, this.exportHeaders());
  }
}

export class DestinationHeaderEverywhere extends PlainClient {
  protected override exportHeaders(): Record<string, string> {
    return { ...super.exportHeaders(), 'X-Destination-Id': this.setting('EXPORT_DESTINATION_ID') };
  }
}

/** Goes on behind the last entity it saw, right under both readings. */
export class WalksByLastId extends PlainClient {
  protected override following({ ids, next }: Page, cursor: number): number | undefined {
    const last = ids.at(-1);
    return next === null || next === 0 || last === undefined || next < last || last <= cursor
      ? undefined
      : last;
  }
}

/** Steps back one under both readings, and drops what it has seen. */
export class DropsWhatItHasSeen extends PlainClient {
  readonly #seen = new Set<number>();
  protected override following({ ids, next }: Page): number | undefined {
    const last = ids.at(-1);
    if (next === null || next === 0 || last === undefined || next < last) return undefined;
    return next === last && ids.length === 1 ? undefined : next - 1;
  }
  protected override printAll(ids: readonly number[]): void {
    super.printAll(ids.filter((id) => !this.#seen.has(id)));
    for (const id of ids) this.#seen.add(id);
  }
}

/** Logs on stdout too. */
export class LogsBesides extends PlainClient {
  protected override printAll(ids: readonly number[]): void {
    this.world.print(`page of ${ids.length} records: ${ids.join(', ')}`);
    this.world.print(ids.length);
    super.printAll(ids);
  }
}

export class WindowsLineEnds extends PlainClient {
  protected override printAll(ids: readonly number[]): void {
    for (const id of ids) this.world.print(`  ${id}\r`);
  }
}

/** Shows the body on the way, and then says what it read. */
export class ShowsTheBodyToo extends PlainClient {
  protected override errorText(body: unknown): string {
    this.world.print(JSON.stringify(body));
    return super.errorText(body);
  }
}

export class PrefixedError extends PlainClient {
  protected override errorText(body: unknown): string {
    return `Error: the export API answered: "${super.errorText(body)}" (see the log)`;
  }
}

/** A line of a structured log, whose member happens to have the name of the service's. */
export class LogsErrorsAsJson extends PlainClient {
  protected override errorText(body: unknown): string {
    return JSON.stringify({ level: 'error', time: 0, message: super.errorText(body) });
  }
}

export class LogsErrorsAsFields extends PlainClient {
  protected override errorText(body: unknown): string {
    return `level=error status=403 title=Forbidden message="${super.errorText(body)}"`;
  }
}
