import type { Behaviour, Change } from '../behaviour.js';
import type { ReferenceOptions } from '../options.js';
import type { Answer } from '../wire/answer.js';
import type { Call } from '../wire/call.js';

/**
 * A conforming server. It differs from the default server only where the specification leaves a
 * choice, so no check may fail on it.
 */
export interface Variant {
  /** A permanent id in kebab-case, such as `dialect.comma-arrays`. */
  readonly id: string;
  /** One sentence about the difference. */
  readonly sentence: string;
  readonly options: ReferenceOptions;
  /**
   * The clauses whose checks warn, because the server does not follow a recommendation. Default:
   * none. Any other warning is a false alarm.
   */
  readonly warns?: readonly string[];
  /**
   * Set if the server has so much data that it starts or responds slowly. The self-test and most
   * tests leave it out.
   */
  readonly large?: true;
}

/** Makes variants whose ids begin with `name`. The key of a definition is the end of the id. */
export const variants = (
  name: string,
  definitions: Readonly<
    Record<
      string,
      readonly [sentence: string, options: ReferenceOptions, warns?: readonly string[]]
    >
  >,
): readonly Variant[] =>
  Object.entries(definitions).map(([id, [sentence, options, warns = []]]) => ({
    id: `${name}.${id}`,
    sentence,
    options,
    warns,
  }));

/** Applies the changes one after the other. */
export const changes =
  (...all: readonly Change[]): Change =>
  (healthy) =>
    all.reduce<Behaviour>((behaviour, change) => change(behaviour), healthy);

/** Edits every response before it is sent. */
export const answers =
  (edit: (answer: Answer, call: Call) => Answer): Change =>
  (healthy) => ({
    ...healthy,
    deliver: (answer, response, call) => healthy.deliver(edit(answer, call), response, call),
  });

/** Edits the text of every JSON response. */
export const jsonTexts = (edit: (text: string, call: Call) => string): Change =>
  answers((answer, call) =>
    /json/.test(answer.headers['Content-Type'] ?? '') && answer.body.length > 0
      ? { ...answer, body: edit(answer.body.toString(), call) }
      : answer,
  );
