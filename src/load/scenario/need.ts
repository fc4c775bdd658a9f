/**
 * The errors of the survey. The survey requests the data that a load run needs, before the run.
 */

import type { Answer, Request } from '../../http/index.js';
import { UsageError } from '../../settings/index.js';

/** Sends a request. Rejects with `Lost` if no response arrives. */
export type Ask = (request: Request) => Promise<Answer>;

/** Thrown if the responses to the survey do not allow a load run. */
export class NotApplicable extends Error {
  override readonly name = 'NotApplicable';
}

/** Thrown if a setting that a flow needs is missing. */
export class Missing extends UsageError {
  /** The setting as messages name it, such as `export.baseUrl (EXPORT_BASE_URL)`. */
  readonly setting: string;

  constructor(setting: string, flow: string) {
    super(
      `The flow ${flow} needs ${setting}, which is not configured. Set it, or leave the flow out.`,
    );
    this.setting = setting;
  }
}

/** Throws `Missing` if the setting is not set. */
export function needed<T>(value: T | undefined, setting: string, flow: string): T {
  if (value !== undefined) return value;
  throw new Missing(setting, flow);
}
