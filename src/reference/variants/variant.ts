import type { Behaviour, Change } from '../behaviour.js';
import type { ReferenceOptions } from '../options.js';
import type { Answer } from '../wire/answer.js';
import type { Call } from '../wire/call.js';

/**
 * A conforming server: it differs from the others only in what the document leaves open. No check
 * may fail it.
 */
export interface Variant {
  /** Permanent, kebab-case: `dialect.comma-arrays`. */
  readonly id: string;
  /** What is peculiar about it, in one sentence. */
  readonly sentence: string;
  readonly options: ReferenceOptions;
  /** It takes long to start or to answer. */
  readonly large?: true;
}

/** The variants of one topic; the key of each is the end of its id. */
export const variants = (
  name: string,
  known: Readonly<Record<string, readonly [sentence: string, options: ReferenceOptions]>>,
): readonly Variant[] =>
  Object.entries(known).map(([id, [sentence, options]]) => ({
    id: `${name}.${id}`,
    sentence,
    options,
  }));

/** Several changes, one after the other. */
export const changes =
  (...all: readonly Change[]): Change =>
  (healthy) =>
    all.reduce<Behaviour>((behaviour, change) => change(behaviour), healthy);

/** Edits every answer on its way to the wire. */
export const answers =
  (edit: (answer: Answer, call: Call) => Answer): Change =>
  (healthy) => ({
    ...healthy,
    deliver: (answer, response, call) => healthy.deliver(edit(answer, call), response, call),
  });

/** Edits the text of every JSON answer. */
export const jsonTexts = (edit: (text: string, call: Call) => string): Change =>
  answers((answer, call) =>
    /json/.test(answer.headers['Content-Type'] ?? '') && answer.body.length > 0
      ? { ...answer, body: edit(answer.body.toString(), call) }
      : answer,
  );
