/** Broken clients that send or print credentials in wrong places, or send them unencoded. */

import { type Page, PlainClient } from './plain-client.js';

class BasicClient extends PlainClient {
  protected get basic(): Record<string, string> {
    const pair = `${this.setting('ETM_CLIENT_ID')}:${this.setting('ETM_CLIENT_SECRET')}`;
    return { Authorization: `Basic ${Buffer.from(pair).toString('base64')}` };
  }
}

export class BasicToExport extends BasicClient {
  protected override exportHeaders(): Record<string, string> {
    return { ...super.exportHeaders(), ...this.basic };
  }
}

export class BasicToPlatform extends BasicClient {
  protected override async page(collection: string, limit: number, cursor: number): Promise<Page> {
    await this.world.fetch(this.setting('PLATFORM_BASE_URL'), { headers: this.basic });
    return super.page(collection, limit, cursor);
  }
}

export class TokenToExport extends PlainClient {
  protected override async products(
    path: string,
    headers: Record<string, string>,
  ): Promise<readonly number[]> {
    return super.products(path, { ...headers, Authorization: `Bearer ${await this.token()}` });
  }
}

export class SecretOnSecondTry extends PlainClient {
  #tries = 0;
  protected override get tokenUrl(): string {
    this.#tries += 1;
    if (this.#tries === 1) return super.tokenUrl;
    return `${super.tokenUrl}?client_secret=${this.setting('ETM_CLIENT_SECRET')}`;
  }
}

export class PrintsSecret extends PlainClient {
  override run(): Promise<void> {
    this.world.print(JSON.stringify(this.world.settings));
    return super.run();
  }
}

export class FollowsRedirect extends PlainClient {
  protected override get redirect(): 'manual' | 'follow' {
    return 'follow';
  }
  /**
   * When `fetch` follows a redirect to another server, it removes `Authorization`. So that the
   * other server receives this header, the client follows the redirect itself.
   */
  protected override async callTemplates(token: string): Promise<Response> {
    const url = `${this.setting('ETM_BASE_URL')}/V1/export-templates`;
    const headers = this.templateHeaders(token);
    const answer = await this.world.fetch(url, { headers, redirect: 'manual' });
    const location = answer.headers.get('location');
    return location === null ? answer : this.world.fetch(location, { headers });
  }
}

export class RawForm extends PlainClient {
  protected override askToken(): Promise<Response> {
    const body = Object.entries(this.tokenForm())
      .map(([name, value]) => `${name}=${value}`)
      .join('&');
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    return this.world.fetch(this.tokenUrl, { method: 'POST', body, headers });
  }
}
