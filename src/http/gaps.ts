/** What is missing or damaged in a recorded exchange. */

/** Status and method always exist, because exchanges without them are left out. */
export type Part =
  | 'request line'
  | 'request headers'
  | 'request body'
  | 'response headers'
  | 'response body';

export interface Gap {
  readonly part: Part;
  /** `absent` if nothing of the part was recorded, `damaged` if it was cut, replaced or recoded. */
  readonly state: 'absent' | 'damaged';
  /** The evidence, such as `shorter than Content-Length`. */
  readonly why: string;
}

/** Default: the response is complete. */
export interface Gaps {
  /** Set if header fields may be missing. */
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

/** undefined if `read` needs a part that was not recorded completely. */
export function ifWhole<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof NotWhole) return undefined;
    throw error;
  }
}
