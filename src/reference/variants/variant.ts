/** The type of a variant, and functions that define variants. */

import type { Behaviour, Change } from '../behaviour.js';
import type { ReferenceOptions } from '../options.js';
import type { Answer } from '../wire/answer.js';
import type { Call } from '../wire/call.js';

/**
 * A conforming server that differs from the default server only in behaviour that the specification
 * leaves open. No check may fail on it.
 */
export interface Variant {
  /** A permanent id in kebab-case: `dialect.comma-arrays`. */
  readonly id: string;
  /** Describes the difference in one sentence. */
  readonly sentence: string;
  readonly options: ReferenceOptions;
  /** Set if the server takes long to start or respond. */
  readonly large?: true;
}

/** Makes the variants of one topic. The key of each entry is the end of its id. */
export const variants = (
  name: string,
  definitions: Readonly<Record<string, readonly [sentence: string, options: ReferenceOptions]>>,
): readonly Variant[] =>
  Object.entries(definitions).map(([id, [sentence, options]]) => ({
    id: `${name}.${id}`,
    sentence,
    options,
  }));

/** Combines several changes, which are applied one after the other. */
export const changes =
  (...all: readonly Change[]): Change =>
  (healthy) =>
    all.reduce<Behaviour>((behaviour, change) => change(behaviour), healthy);

/** Makes a change that edits every response before it is sent. */
export const answers =
  (edit: (answer: Answer, call: Call) => Answer): Change =>
  (healthy) => ({
    ...healthy,
    deliver: (answer, response, call) => healthy.deliver(edit(answer, call), response, call),
  });

/** Makes a change that edits the text of every JSON response. */
export const jsonTexts = (edit: (text: string, call: Call) => string): Change =>
  answers((answer, call) =>
    /json/.test(answer.headers['Content-Type'] ?? '') && answer.body.length > 0
      ? { ...answer, body: edit(answer.body.toString(), call) }
      : answer,
  );
