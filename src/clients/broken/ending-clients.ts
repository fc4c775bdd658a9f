/** Broken clients that end in a wrong way. */

import { PlainClient } from './plain-client.js';

export class CrashesMidway extends PlainClient {
  #calls = 0;
  protected override async listTemplates(): Promise<void> {
    await super.listTemplates();
    this.#calls += 1;
    if (this.#calls === 3)
      throw new TypeError("Cannot read properties of undefined (reading 'name')");
  }
}

export class SaysNothing extends PlainClient {
  override async run(): Promise<void> {
    // This client sends no requests and prints nothing.
  }
}

export class EndsWithError extends PlainClient {
  override async run(): Promise<void> {
    await super.run();
    throw new Error('the connection pool was closed twice');
  }
}
