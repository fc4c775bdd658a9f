/** Broken clients with mistakes in headers, in paging, or in reading error messages. */

import { EnvelopeClient } from './envelope-client.js';
import { type Page, PlainClient } from './plain-client.js';

export class NoTokenOnLegacyRoute extends PlainClient {
  protected override legacyHeaders(): Record<string, string> {
    return { 'X-Destination-Id': this.setting('EXPORT_DESTINATION_ID') };
  }
}

/** Sends no `X-Destination-Id` on the legacy route. */
export class NoDestination extends PlainClient {
  protected override legacyHeaders(): Record<string, string> {
    return this.exportHeaders();
  }
}

/** Sends the export token as a bearer token. */
export class ExportTokenAsBearer extends PlainClient {
  protected override exportHeaders(): Record<string, string> {
    return { Authorization: `Bearer ${this.setting('EXPORT_TOKEN')}` };
  }
}

export class LosesShortLastPage extends PlainClient {
  protected override async exportAll(limit: number): Promise<void> {
    for (let offset = 0; ; offset += limit) {
      const ids = await this.productsAt(limit, offset);
      if (ids.length < limit) return;
      this.printAll(ids);
    }
  }
}

/** Prints a page only after the next page arrived. */
export class LosesLastPage extends PlainClient {
  protected override async exportAll(limit: number): Promise<void> {
    let before: readonly number[] = [];
    for (let offset = 0; ; offset += limit) {
      const ids = await this.productsAt(limit, offset);
      if (ids.length > 0) this.printAll(before);
      else return;
      before = ids;
    }
  }
}

export class LoopsAtTheEnd extends PlainClient {
  protected override async exportAll(limit: number): Promise<void> {
    for (let offset = 0; ; offset += limit) this.printAll(await this.productsAt(limit, offset));
  }
}

export class OverlappingPages extends PlainClient {
  protected override async exportAll(limit: number): Promise<void> {
    for (let offset = 0; ; offset += limit - 1) {
      const ids = await this.productsAt(limit, offset);
      this.printAll(ids);
      if (ids.length < limit) return;
    }
  }
}

type Errors = Readonly<Record<string, string>> & {
  readonly errors?: readonly { readonly detail: string }[];
};

export class ReadsOnlyPlain extends PlainClient {
  protected override errorText(body: unknown): string {
    const { error, message } = body as Errors;
    return error ?? message ?? 'unknown error';
  }
}

export class ReadsOnlyJsonApi extends PlainClient {
  protected override errorText(body: unknown): string {
    return (body as Errors).errors?.[0]?.detail ?? 'unknown error';
  }
}

export class MissesMessage extends PlainClient {
  protected override errorText(body: unknown): string {
    const { error, errors } = body as Errors;
    return error ?? errors?.[0]?.detail ?? 'unknown error';
  }
}

export class PrintsErrorBody extends PlainClient {
  protected override errorText(body: unknown): string {
    return JSON.stringify(body);
  }
}

/** This client works only if `next` is the last id of the page. */
export class FollowsNextBlindly extends PlainClient {
  protected override following({ ids, next }: Page): number | undefined {
    return next === null || next === 0 || ids.length === 0 ? undefined : next;
  }
}

/** This client works only if `next` is the first id of the next page. */
export class StepsBackAlways extends PlainClient {
  protected override following({ ids, next }: Page): number | undefined {
    return next === null || next === 0 || ids.length === 0 ? undefined : next - 1;
  }
}

export class EndsAtNullAlone extends PlainClient {
  protected override following({ ids, next }: Page, cursor: number): number | undefined {
    return next === null ? undefined : (super.following({ ids, next }, cursor) ?? 0);
  }
}

export class EndsAtZeroAlone extends PlainClient {
  protected override following({ ids, next }: Page): number | undefined {
    return next === 0 ? undefined : (ids.at(-1) ?? next ?? 0);
  }
}

/** Follows a `next` that leads back to earlier pages. */
export class WalksInCircles extends PlainClient {
  protected override following({ ids, next }: Page): number | undefined {
    const last = ids.at(-1);
    if (next === null || next === 0 || last === undefined) return undefined;
    return next > last ? next - 1 : next;
  }
}

export class DropsShortPage extends PlainClient {
  protected override async walk(collection: string, limit: number): Promise<void> {
    let cursor: number | undefined = 0;
    while (cursor !== undefined) {
      const page = await this.page(collection, limit, cursor);
      if (page.ids.length < limit) return;
      this.printAll(page.ids);
      cursor = this.following(page, cursor);
    }
  }
}

/** Requests some records twice, but prints them once. */
export class FetchesTwice extends PlainClient {
  readonly #seen = new Set<number>();
  protected override async exportAll(limit: number): Promise<void> {
    for (let offset = 0; ; offset += limit - 1) {
      const ids = await this.productsAt(limit, offset);
      this.printAll(ids.filter((id) => !this.#seen.has(id)));
      for (const id of ids) this.#seen.add(id);
      if (ids.length < limit) return;
    }
  }
}

const MAX_PAGES = 10;

export class TenPages extends PlainClient {
  protected override async exportAll(limit: number): Promise<void> {
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const ids = await this.productsAt(limit, page * limit);
      this.printAll(ids);
      if (ids.length < limit) return;
    }
  }
}

export class TenPagesWalk extends PlainClient {
  protected override async walk(collection: string, limit: number): Promise<void> {
    let cursor: number | undefined = 0;
    for (let number = 0; number < MAX_PAGES && cursor !== undefined; number += 1) {
      const page = await this.page(collection, limit, cursor);
      this.printAll(page.ids);
      cursor = this.following(page, cursor);
    }
  }
}

export class StartsAtOne extends PlainClient {
  protected override page(collection: string, limit: number, cursor: number): Promise<Page> {
    return super.page(collection, limit, Math.max(cursor, 1));
  }
}

/** Requests pages until it has the number of records that the first page states. */
export class TrustsFirstTotal extends EnvelopeClient {
  protected override async exportAll(limit: number): Promise<void> {
    const { data, meta } = await this.envelopeAt(limit, 0);
    let seen = data.length;
    while (seen < meta.total) {
      const page = await this.envelopeAt(limit, seen);
      seen += page.data.length;
    }
  }
}

export class StepsByLimit extends EnvelopeClient {
  protected override async exportAll(limit: number): Promise<void> {
    // The real total is known only after the first page.
    let total = 1;
    for (let offset = 0; offset < total; offset += limit) {
      const { meta } = await this.envelopeAt(limit, offset);
      total = meta.total;
    }
  }
}
