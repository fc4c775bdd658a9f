/**
 * A body as an event has it: a list record by record, of which equal records are one text in memory
 * and in a ledger.
 */
export interface StoredText {
  /** What precedes the records, or the whole body. */
  readonly head: string;
  /** Separated by commas. Default none. */
  readonly records?: readonly string[];
  readonly tail?: string;
}

const PARTS = Symbol('the parts of the body');

/** An answer whose `body` is put together when it is read. */
export function withBody<Answer extends object>(answer: Answer, parts: StoredText) {
  const whole = {
    ...answer,
    get body(): string {
      return parts.head + (parts.records ?? []).join(',') + (parts.tail ?? '');
    },
  };
  return Object.defineProperty(whole, PARTS, { value: parts });
}

/**
 * The parts of a body that are kept apart; any other body, such as that of a copied answer, is one
 * part.
 */
export function partsOf(answer: {
  readonly body: string;
  readonly [PARTS]?: StoredText;
}): StoredText {
  const isPutTogether = Object.getOwnPropertyDescriptor(answer, 'body')?.get !== undefined;
  return (isPutTogether ? answer[PARTS] : undefined) ?? { head: answer.body };
}

/** The answer without its body, which is not put together for it. */
export function withoutBody<Answer extends { readonly body: string }>(
  answer: Answer,
): Omit<Answer, 'body'> {
  const { body: _, ...others } = Object.getOwnPropertyDescriptors(answer);
  return Object.defineProperties({} as Omit<Answer, 'body'>, others);
}
