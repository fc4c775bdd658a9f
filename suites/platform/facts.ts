import { type Context, known } from '../../src/harness/suite.js';
import { type Collection, collectionsOf } from './collections.js';
import { type Reading, readingOf } from './walk.js';

/** What was learned of the target; where it is not known the rules that rest on it say nothing. */
export interface Facts {
  readonly collections: readonly Collection[];
  readonly reading: Reading | undefined;
  /** Only pages that somebody else asked for were seen. */
  readonly shown?: true;
}

export const learnFacts = async (context: Context): Promise<Facts> => ({
  collections: await collectionsOf(context),
  reading: await known(readingOf(context)),
});
