/** A client without faults, in small methods that broken clients override. */

import { setTimeout as sleep } from 'node:timers/promises';
import { NotImplemented } from '../in-process.js';
import { TokenHolder } from './token-holder.js';

interface Page {
  readonly ids: readonly number[];
  readonly next: number | null;
}

export class PlainClient extends TokenHolder {
  async run(): Promise<void> {
    const { task, parameters } = this.world;
    const [first = '', second = ''] = parameters;
    switch (task) {
      case 'list-templates':
        for (let call = 0; call < Number(first); call += 1) await this.listTemplates();
        return;
      case 'list-templates-at-once':
        await Promise.all(Array.from({ length: Number(first) }, () => this.listTemplates()));
        return;
      case 'list-templates-for':
        return this.listTemplatesFor(Number(first));
      case 'export-all':
        return this.exportAll(Number(first));
      case 'export-legacy':
        return void (await this.products(this.legacyPath, this.legacyHeaders()));
      case 'export-legacy-filtered':
        return void (await this.products(
          `${this.legacyPath}/${first}/${second}`,
          this.legacyHeaders(),
        ));
      case 'export-read-error':
        return this.readError(first);
      case 'walk':
        return this.walk(first, Number(second));
      default:
        throw new NotImplemented(task);
    }
  }

  /** The pause between the calls of a long task. */
  protected get everyMs(): number {
    return 200;
  }

  protected async listTemplatesFor(seconds: number): Promise<void> {
    const end = Date.now() + seconds * 1000;
    while (Date.now() < end) {
      await this.listTemplates();
      await sleep(this.everyMs);
    }
  }

  protected templateHeaders(token: string): Record<string, string> {
    return { Authorization: `Bearer ${token}` };
  }

  protected callTemplates(token: string): Promise<Response> {
    const url = `${this.setting('ETM_BASE_URL')}/V1/export-templates`;
    return this.world.fetch(url, { headers: this.templateHeaders(token), redirect: this.redirect });
  }

  protected async listTemplates(): Promise<void> {
    const token = await this.token();
    const first = await this.callTemplates(token);
    const answer = first.status === 401 ? await this.afterRefusal(token, first) : first;
    await answer.text();
    if (!answer.ok) throw new Error(`templates: ${answer.status}`);
  }

  protected async afterRefusal(token: string, _answer: Response): Promise<Response> {
    if (this.held?.value === token) this.held = undefined;
    return this.callTemplates(await this.token());
  }

  protected get legacyPath(): string {
    return `/${this.setting('EXPORT_SITE_ID')}/${this.setting('EXPORT_CHANNEL_ID')}`;
  }

  protected get productsPath(): string {
    const [site, channel, destination] = ['SITE', 'CHANNEL', 'DESTINATION'].map((name) =>
      this.setting(`EXPORT_${name}_ID`),
    );
    return `/sites/${site}/channels/${channel}/destinations/${destination}/products`;
  }

  protected exportHeaders(): Record<string, string> {
    return { 'X-EA-Auth-Token': this.setting('EXPORT_TOKEN') };
  }

  protected legacyHeaders(): Record<string, string> {
    return { ...this.exportHeaders(), 'X-Destination-Id': this.setting('EXPORT_DESTINATION_ID') };
  }

  protected async products(
    path: string,
    headers: Record<string, string>,
  ): Promise<readonly number[]> {
    const answer = await this.world.fetch(`${this.setting('EXPORT_BASE_URL')}${path}`, { headers });
    const body: unknown = await answer.json();
    if (!answer.ok) throw new Error(this.errorText(body));
    return Array.isArray(body) ? body.map((record: { readonly id: number }) => record.id) : [];
  }

  protected productsAt(limit: number, offset: number): Promise<readonly number[]> {
    return this.products(
      `${this.productsPath}?limit=${limit}&offset=${offset}`,
      this.exportHeaders(),
    );
  }

  protected printAll(ids: readonly number[]): void {
    for (const id of ids) this.world.print(id);
  }

  protected async exportAll(limit: number): Promise<void> {
    for (let offset = 0; ; offset += limit) {
      const ids = await this.productsAt(limit, offset);
      this.printAll(ids);
      if (ids.length < limit) return;
    }
  }

  protected async readError(accept: string): Promise<void> {
    await this.products(this.productsPath, { ...this.exportHeaders(), Accept: accept });
  }

  protected errorText(body: unknown): string {
    const { errors, error, message } = body as {
      readonly errors?: readonly { readonly detail: string }[];
      readonly error?: string;
      readonly message?: string;
    };
    return errors?.[0]?.detail ?? error ?? message ?? 'unknown error';
  }

  protected async page(collection: string, limit: number, cursor: number): Promise<Page> {
    const url = `${this.setting('PLATFORM_BASE_URL')}/platform/v2/${collection}?limit=${limit}&cursor=${cursor}`;
    const answer = await this.world.fetch(url);
    const { Entities, meta } = (await answer.json()) as {
      readonly Entities: readonly { readonly id: number }[];
      readonly meta: { readonly cursor: { readonly next: number | null } };
    };
    return { ids: Entities.map(({ id }) => id), next: meta.cursor.next };
  }

  protected async walk(collection: string, limit: number): Promise<void> {
    let cursor: number | undefined = 0;
    while (cursor !== undefined) {
      const page = await this.page(collection, limit, cursor);
      this.printAll(page.ids);
      cursor = this.following(page, cursor);
    }
  }

  /**
   * Returns the cursor of the next page. Returns undefined at the end of the collection, or if
   * `next` leads back to earlier pages. `next` may be the last id of the page or the first id of
   * the next page. The page for a cursor contains the ids above the cursor. So if `next` is the
   * first id of the next page, the cursor of that page is `next` - 1.
   */
  protected following({ ids, next }: Page, cursor: number): number | undefined {
    const last = ids.at(-1);
    if (next === null || next === 0 || last === undefined) return undefined;
    const leadsBack = next < last || last <= cursor;
    if (leadsBack) return undefined;
    const isFirstOfNextPage = next > last;
    return isFirstOfNextPage ? next - 1 : next;
  }
}

export type { Page };
