/**
 * The body of a response in an event. A list is stored record by record, so that equal records are
 * one text in memory and in the ledger.
 */
export interface StoredText {
  /** The text before the records, or the whole body. */
  readonly head: string;
  /** Equal records are one object. The body separates records by commas. Default: no records. */
  readonly records?: readonly StoredRecord[];
  readonly tail?: string;
}

export interface StoredRecord {
  /** Reading this property may decode the text each time. */
  readonly text: string;
  /** The number of characters of the text. */
  readonly length: number;
}

/** An answer keeps the parts of its body under this key. */
const PARTS = Symbol('the parts of the body');

/** Adds `body` to an answer. Its parts are joined at each reading. */
export function withBody<Answer extends object>(answer: Answer, parts: StoredText) {
  const whole = {
    ...answer,
    get body(): string {
      return (
        parts.head + (parts.records ?? []).map(({ text }) => text).join(',') + (parts.tail ?? '')
      );
    },
  };
  return Object.defineProperty(whole, PARTS, { value: parts });
}

/**
 * Returns the parts of a body that `withBody` added. Any other body, such as the body of a copied
 * answer, is one part.
 */
export function partsOf(answer: {
  readonly body: string;
  readonly [PARTS]?: StoredText;
}): StoredText {
  // A copy may keep the parts although it has another body. Only a body that is read by a getter was
  // put together from them.
  const isPutTogether = Object.getOwnPropertyDescriptor(answer, 'body')?.get !== undefined;
  return (isPutTogether ? answer[PARTS] : undefined) ?? { head: answer.body };
}

/** Copies an answer without its body. The parts of the body are not joined. */
export function withoutBody<Answer extends { readonly body: string }>(
  answer: Answer,
): Omit<Answer, 'body'> {
  const { body: _, ...others } = Object.getOwnPropertyDescriptors(answer);
  return Object.defineProperties({} as Omit<Answer, 'body'>, others);
}
