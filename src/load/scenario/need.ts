import type { Answer, Request } from '../../http/index.js';
import { UsageError } from '../../settings/index.js';

/** Sends one request of the survey. Rejects with a Lost where no answer comes. */
export type Ask = (request: Request) => Promise<Answer>;

/** The responses to the survey do not allow a load run. */
export class NotApplicable extends Error {
  override readonly name = 'NotApplicable';
}

/** A setting that a flow cannot do without is not configured. */
export class Missing extends UsageError {
  /** The setting, as people write it. */
  readonly setting: string;

  constructor(setting: string, flow: string) {
    super(
      `The flow ${flow} needs ${setting}, which is not configured. Set it, or leave the flow out.`,
    );
    this.setting = setting;
  }
}

/** The settings that a flow cannot do without, or a Missing that names those that are missing. */
export function needed<T>(value: T | undefined, setting: string, flow: string): T {
  if (value !== undefined) return value;
  throw new Missing(setting, flow);
}
