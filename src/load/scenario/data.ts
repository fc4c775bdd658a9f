/** The requests of a scenario as plain data. */

import type { Reading } from '../../protocol/platform/next-cursor.js';
import type { EntitySettings } from '../../protocol/platform/page.js';
import type { PlatformAddress } from '../../protocol/platform/question.js';
import type { Client } from '../../settings/index.js';
import type { Feeder } from '../profile/feeders.js';
import type { Capture, Tags } from '../profile/plan.js';
import type { Think } from '../profile/think.js';
import type { Expected } from './expected.js';

export interface TokenSpec {
  readonly url: string;
  readonly client: Client;
  /** Header fields from the target file. By default there are none. */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * A request. Its URL, headers and body contain placeholders such as `{{name}}` if rows of a data
 * feeder or captured values fill the request.
 */
export interface RequestSpec {
  readonly title: string;
  /** The interface whose rules test the response. Token requests belong to the template API. */
  readonly interface?: string;
  /** The default method is GET. */
  readonly method?: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The expected status. The default is 200. */
  readonly expects?: number;
  readonly expected?: Expected;
  /** The bearer token of the request. It is renewed before it expires. */
  readonly token?: TokenSpec;
  /** Conditions on the JSON body, by name. */
  readonly checks?: Readonly<Record<string, string>>;
  readonly tags?: Tags;
}

export interface StepSpec extends RequestSpec {
  readonly captures: readonly Capture[];
  readonly think: Think;
  readonly repeat: number;
  readonly feeder?: Feeder;
}

/**
 * The requests of a scenario, which are prepared before the run. They are plain data, so that they
 * can be sent to worker threads. A visit is one run of a scenario.
 */
export type FlowData =
  /** Each visit sends one of the requests. The visits use the requests in turn. */
  | {
      readonly kind: 'requests';
      readonly requests: readonly RequestSpec[];
      readonly feeder?: Feeder | undefined;
    }
  /** Each visit sends all requests one after the other. */
  | {
      readonly kind: 'steps';
      readonly requests: readonly StepSpec[];
      readonly feeder?: Feeder | undefined;
    }
  /** Each visit reads a collection page by page. */
  | {
      readonly kind: 'walk';
      readonly address: PlatformAddress;
      readonly collection: string;
      readonly limit: number;
      readonly pages: number;
      readonly entities: EntitySettings;
      /** The meaning of `meta.cursor.next`. */
      readonly next: Reading;
    };

/** The most requests that one start of a scenario sends, without retries after 429. */
export function requestsPerStart(data: FlowData): number {
  if (data.kind === 'walk') return data.pages;
  // A request is repeated once after a 401. The request and its repetition may each need a token
  // request.
  const most = ({ token }: RequestSpec): number => (token ? 4 : 1);
  return data.kind === 'steps'
    ? data.requests.reduce((sum, step) => sum + step.repeat * most(step), 0)
    : Math.max(1, ...data.requests.map(most));
}

export function originsOf(data: FlowData): readonly string[] {
  const urls =
    data.kind === 'walk'
      ? [data.address.baseUrl]
      : data.requests.flatMap(({ url, token }) => [url, token?.url ?? url]);
  return [...new Set(urls.map((url) => new URL(url).origin))];
}
