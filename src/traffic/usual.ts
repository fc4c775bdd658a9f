/** Collects the usual fields and the placeholders of a whole recording. */

import type { HarEntry } from '../formats/har.js';
import { tellingFields, type Usual } from './completeness.js';
import { StandIns } from './stand-ins.js';

/** Only this number of characters of a body is searched for placeholders. */
const MAX_SEARCHED = 64 * 1024;

export class UsualSoFar implements Usual {
  readonly standIns = new StandIns();
  readonly seen = new Set<string>();
  isOfTool = false;

  see({ headers, response }: HarEntry): void {
    for (const name of tellingFields(headers)) this.seen.add(name);
    for (const [name, value] of [...headers, ...(response?.headers ?? [])])
      this.standIns.see(name, value);
    const { text, encoding, size, mimeType } = response?.content ?? {};
    // Of the formats of recordings, only HAR has these members.
    if (size !== undefined || mimeType !== undefined) this.isOfTool = true;
    if (text !== undefined && encoding === undefined)
      this.standIns.seeBody(text.slice(0, MAX_SEARCHED));
  }
}
