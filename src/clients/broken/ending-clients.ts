/** Broken clients that end in a wrong way. */

import { PlainClient } from './plain-client.js';

/** Crashes after three calls. */
export class CrashesMidway extends PlainClient {
  #calls = 0;
  protected override async listTemplates(): Promise<void> {
    await super.listTemplates();
    this.#calls += 1;
    if (this.#calls === 3)
      throw new TypeError("Cannot read properties of undefined (reading 'name')");
  }
}

/** Does nothing and ends with exit code 0. */
export class SaysNothing extends PlainClient {
  override async run(): Promise<void> {
    // This client neither sends nor prints anything.
  }
}

/** Completes its task, but ends with an error. */
export class EndsWithError extends PlainClient {
  override async run(): Promise<void> {
    await super.run();
    throw new Error('the connection pool was closed twice');
  }
}
