import type { Reading } from '../../protocol/platform/next-cursor.js';
import type { EntitySettings } from '../../protocol/platform/page.js';
import type { PlatformAddress } from '../../protocol/platform/question.js';
import type { Client } from '../../settings/index.js';
import type { Capture, Feeder, Tags, Think } from '../profile/index.js';
import type { Expected } from './expected.js';

export interface TokenSpec {
  /** The token endpoint. */
  readonly url: string;
  readonly client: Client;
  /** Headers that the settings add. Default: none. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A request as plain data. Where rows fill it, URL, headers and body hold `{{name}}`. */
export interface RequestSpec {
  /** The name under which it is reported. */
  readonly title: string;
  /** Default GET. */
  readonly method?: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The status that counts as success. Default 200. */
  readonly expects?: number;
  /** What else its answer must be. */
  readonly expected?: Expected;
  /** Its bearer token, renewed in time. */
  readonly token?: TokenSpec;
  /** Conditions on its JSON body by name. */
  readonly checks?: Readonly<Record<string, string>>;
  readonly tags?: Tags;
}

/** A request of a sequence. */
export interface StepSpec extends RequestSpec {
  readonly captures: readonly Capture[];
  readonly think: Think;
  readonly repeat: number;
  readonly feeder?: Feeder;
}

/**
 * What a scenario needs to send its requests, learned before the run. Plain data, so that it can be
 * handed to workers.
 */
export type FlowData =
  /** One request a visit, in turn. */
  | {
      readonly kind: 'requests';
      readonly requests: readonly RequestSpec[];
      readonly feeder?: Feeder | undefined;
    }
  /** All requests a visit, one after the other. */
  | {
      readonly kind: 'steps';
      readonly requests: readonly StepSpec[];
      readonly feeder?: Feeder | undefined;
    }
  | {
      readonly kind: 'walk';
      readonly address: PlatformAddress;
      readonly collection: string;
      readonly limit: number;
      readonly pages: number;
      readonly entities: EntitySettings;
      readonly next: Reading;
    };

/** The most requests that one start of a scenario sends, retries after 429 left out. */
export function requestsPerStart(data: FlowData): number {
  if (data.kind === 'walk') return data.pages;
  // The request, refused once, with a new token each time.
  const most = ({ token }: RequestSpec): number => (token ? 4 : 1);
  return data.kind === 'steps'
    ? data.requests.reduce((sum, step) => sum + step.repeat * most(step), 0)
    : Math.max(1, ...data.requests.map(most));
}

/** The origins that a flow sends to. */
export function originsOf(data: FlowData): readonly string[] {
  const urls =
    data.kind === 'walk'
      ? [data.address.baseUrl]
      : data.requests.flatMap(({ url, token }) => [url, token?.url ?? url]);
  return [...new Set(urls.map((url) => new URL(url).origin))];
}
