/** What is missing or damaged in a recorded exchange. */

/** The status is not among the parts, because exchanges without a status are left out. */
export type Part =
  | 'request line'
  | 'request headers'
  | 'request body'
  | 'response headers'
  | 'response body';

export interface Gap {
  readonly part: Part;
  /** `absent` if nothing of the part was recorded, `damaged` if it was cut or changed. */
  readonly state: 'absent' | 'damaged';
  /** The evidence, such as `shorter than Content-Length`. */
  readonly why: string;
}

/** The gaps of a recorded response. A complete response has none of the members. */
export interface Gaps {
  /** The member is set if header fields may be missing. */
  readonly headers?: Gap | undefined;
  /** The header fields with replaced values. The keys are their names in lower case. */
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

/** Returns undefined if `read` needs a part that was not recorded completely. */
export function ifWhole<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof NotWhole) return undefined;
    throw error;
  }
}
