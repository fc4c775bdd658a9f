/** The parts that are missing or damaged in a recorded exchange. */

/**
 * A part of a recorded exchange. Status and method always exist, because exchanges without them are
 * left out.
 */
export type Part =
  | 'request line'
  | 'request headers'
  | 'request body'
  | 'response headers'
  | 'response body';

/** A part of a recording that differs from the transferred data, with the reason. */
export interface Gap {
  readonly part: Part;
  /** `absent` if nothing of the part was recorded, `damaged` if it was cut, replaced or recoded. */
  readonly state: 'absent' | 'damaged';
  /** The evidence, such as `shorter than Content-Length`. */
  readonly why: string;
}

/** The gaps of a recorded response. Default: none. */
export interface Gaps {
  /** Set if fields may be missing from the recorded headers. */
  readonly headers?: Gap | undefined;
  /** Fields whose values were replaced, by their names in lower case. */
  readonly fields?: ReadonlyMap<string, Gap> | undefined;
  readonly body?: Gap | undefined;
}

/**
 * Thrown when a part is read that was not recorded completely. A rule that needs the part then has
 * no result.
 */
export class NotWhole extends Error {
  override readonly name = 'NotWhole';
  constructor(readonly gap: Gap) {
    super(`${gap.part} ${gap.state}: ${gap.why}`);
  }
}

/** The result of `read`; undefined if it reads a part that was not recorded completely. */
export function ifWhole<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof NotWhole) return undefined;
    throw error;
  }
}
