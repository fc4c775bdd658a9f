/** A client that reads the JSON:API envelope with the total, as a base for broken clients. */

import { PlainClient } from './plain-client.js';

interface Envelope {
  readonly data: readonly { readonly id: number }[];
  readonly meta: { readonly total: number };
}

export class EnvelopeClient extends PlainClient {
  protected async envelopeAt(limit: number, offset: number): Promise<Envelope> {
    const url = `${this.setting('EXPORT_BASE_URL')}${this.productsPath}?limit=${limit}&offset=${offset}`;
    const headers = { ...this.exportHeaders(), Accept: 'application/vnd.api+json' };
    const body = (await (await this.world.fetch(url, { headers })).json()) as Envelope;
    this.printAll(body.data.map(({ id }) => id));
    return body;
  }
}
