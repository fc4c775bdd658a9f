import type { Client } from '../../settings/index.js';
import type { Feeder, Row } from '../profile/index.js';

/** A GET for a page of products, with what its answer must be. */
export interface PageSpec {
  readonly title: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly expected: ExpectedPage;
}

export interface ExpectedPage {
  readonly format: 'json-api' | 'legacy';
  readonly limit: number;
  readonly offset: number;
  /** The records that the survey saw there, where it saw the same ones twice: right destination, right page. */
  readonly seen?: { readonly total?: number; readonly count: number; readonly first?: string; readonly last?: string };
  /** Every record must have this value. */
  readonly filter?: { readonly column: string; readonly value: string | number };
}

export interface TokenSpec {
  /** The token endpoint. */
  readonly url: string;
  readonly client: Client;
}

/**
 * What a scenario needs to send its requests, learned before the run. Plain data, so that it can be handed to workers.
 */
export type FlowData =
  | { readonly kind: 'pages'; readonly pages: readonly PageSpec[] }
  | { readonly kind: 'token'; readonly tokens: readonly TokenSpec[] }
  | { readonly kind: 'templates'; readonly url: string; readonly lists: readonly TemplateSpec[] }
  | {
      readonly kind: 'walk';
      readonly url: string;
      readonly headers: Readonly<Record<string, string>>;
      readonly limit: number;
      readonly pages: number;
      readonly idMember: string;
      /** What `meta.cursor.next` names. */
      readonly next: 'last-of-page' | 'first-of-next';
    }
  | {
      readonly kind: 'request';
      readonly title: string;
      /** The base URL; path, query, headers and body may hold `{{name}}`. */
      readonly url: string;
      readonly method: string;
      readonly path: string;
      readonly query: Readonly<Record<string, string | number>>;
      readonly headers: Readonly<Record<string, string>>;
      readonly body?: unknown;
      /** What the names of the target stand for. */
      readonly values: Row;
      readonly token?: TokenSpec;
      readonly expects: number;
      readonly schema?: object;
      readonly feeder?: Feeder;
    }
  | {
      readonly kind: 'handover';
      readonly url: string;
      readonly token: string;
      readonly from: string;
      readonly to: string;
    };

export interface TemplateSpec {
  readonly token: TokenSpec;
  /** SHA-256 of the list that the survey saw with this client, where it saw the same one twice. */
  readonly seen?: string;
}

/** The most requests that one start of a scenario sends, retries after 429 left out. */
export function requestsPerStart(data: FlowData): number {
  if (data.kind === 'walk') return data.pages;
  // The list, refused once, with a new token each time.
  if (data.kind === 'templates') return 4;
  if (data.kind === 'request' && data.token) return 2;
  return 1;
}

/** The addresses that a flow sends to. */
export function urlsOf(data: FlowData): readonly string[] {
  if (data.kind === 'pages') return data.pages.map(({ url }) => url);
  if (data.kind === 'token') return data.tokens.map(({ url }) => url);
  if (data.kind === 'templates') return [data.url, ...data.lists.map(({ token }) => token.url)];
  if (data.kind === 'request') return [data.url, ...(data.token ? [data.token.url] : [])];
  return [data.url];
}
