/**
 * A part of a recorded exchange. Status and request line have no gaps: without them an exchange is
 * left out.
 */
export type Part =
  | 'request line'
  | 'request headers'
  | 'request body'
  | 'response headers'
  | 'response body';

/** Why a part of a recording is not what crossed the wire. */
export interface Gap {
  readonly part: Part;
  /** `absent` where nothing of it was recorded, `damaged` where it is cut, replaced or recoded. */
  readonly state: 'absent' | 'damaged';
  /** The evidence, such as `shorter than Content-Length`. */
  readonly why: string;
}

/** What a recorded response lacks. Default: nothing. */
export interface Gaps {
  /** Set where fields may be missing from the recorded headers. */
  readonly headers?: Gap | undefined;
  /** Fields whose values were replaced, by their names in lower case. */
  readonly fields?: ReadonlyMap<string, Gap> | undefined;
  readonly body?: Gap | undefined;
}

/** Thrown where a part is read that was not recorded whole: a rule that needs it says nothing. */
export class NotWhole extends Error {
  override readonly name = 'NotWhole';
  constructor(readonly gap: Gap) {
    super(`${gap.part} ${gap.state}: ${gap.why}`);
  }
}

/** What `read` returns; undefined where it reads a part that was not recorded whole. */
export function ifWhole<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof NotWhole) return undefined;
    throw error;
  }
}
