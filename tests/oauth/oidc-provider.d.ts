declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';
  /** As little of oidc-provider 9 as the tests need; it comes without types. */
  export default class Provider {
    constructor(issuer: string, configuration: Readonly<Record<string, unknown>>);
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  }
}
