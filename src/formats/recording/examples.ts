/** Reads the saved responses in collections of Postman and Hoppscotch. */

import {
  isObject,
  type Members,
  membersOf,
  numberOfValue,
  textOfValue,
} from '../../schema/json-value.js';
import { entryOf, type HarEntry } from '../har.js';

/**
 * `unset` counts the responses whose request has no method or no valid URL, usually because a
 * variable in the URL is not set.
 */
export interface Examples {
  readonly entries: readonly HarEntry[];
  readonly unset: number;
}

/**
 * Reads a Postman collection in format 2.0 or 2.1. In URLs, header fields and bodies, variables
 * of the collection are replaced by their values.
 */
export function examplesOfPostman(collection: Members): Examples {
  const variables = new Map(
    listOf(collection.variable).map(({ key, id, value }) => [
      textOfValue(key ?? id),
      textOfValue(value),
    ]),
  );
  const filled = (text: string): string =>
    text.replace(
      /\{\{([^{}]+)\}\}/g,
      (placeholder, name: string) => variables.get(name.trim()) ?? placeholder,
    );
  const saved = itemsOf(collection).flatMap(({ request, response }) =>
    listOf(response).map((one) => ({
      request: requestOfPostman(membersOf(one.originalRequest ?? request), filled),
      response: responseOf(one.code, one.header, one.body),
      time: one.responseTime,
    })),
  );
  return examplesOf(saved);
}

const itemsOf = ({ item }: Members): readonly Members[] =>
  listOf(item).flatMap((one) => (Array.isArray(one.item) ? itemsOf(one) : [one]));

function requestOfPostman(
  { method, url, header, body }: Members,
  filled: (text: string) => string,
): object {
  const raw = typeof url === 'string' ? url : textOfValue(membersOf(url).raw ?? '');
  const { mode, raw: text, urlencoded } = membersOf(body);
  const fields = listOf(urlencoded)
    .filter(isUsed)
    .map(({ key, value }) => ({ name: key, value: filled(textOfValue(value)) }));
  const posted =
    mode === 'urlencoded'
      ? { params: fields }
      : { text: typeof text === 'string' ? filled(text) : '' };
  return {
    method: method ?? 'GET',
    url: filled(raw),
    headers: listOf(header)
      .filter(isUsed)
      .map(({ key, value }) => ({ name: key, value: filled(textOfValue(value)) })),
    postData: posted,
  };
}

export function examplesOfHoppscotch(collection: Members): Examples {
  const saved = requestsOf(collection).flatMap((request) =>
    Object.values(membersOf(request.responses)).flatMap((one) => {
      const { originalRequest = request, code, status, headers, body } = membersOf(one);
      return [
        {
          request: requestOfHoppscotch(membersOf(originalRequest)),
          response: responseOf(code ?? status, headers, body),
        },
      ];
    }),
  );
  return examplesOf(saved);
}

const requestsOf = (folder: Members): readonly Members[] => [
  ...listOf(folder.requests),
  ...listOf(folder.folders).flatMap(requestsOf),
];

function requestOfHoppscotch({ method, endpoint, headers, params, body }: Members): object {
  const query = listOf(params)
    .filter(isUsed)
    .map(({ key, value }): [string, string] => [textOfValue(key), textOfValue(value)]);
  const address = textOfValue(endpoint ?? '');
  const search =
    query.length === 0 ? '' : `${address.includes('?') ? '&' : '?'}${new URLSearchParams(query)}`;
  return {
    method: method ?? 'GET',
    url: `${address}${search}`,
    headers: listOf(headers)
      .filter(isUsed)
      .map(({ key, value }) => ({ name: key, value })),
    postData: { text: membersOf(body).body },
  };
}

const isUsed = ({ disabled, active }: Members): boolean => disabled !== true && active !== false;

const responseOf = (status: unknown, headers: unknown, body: unknown): object => ({
  status: numberOfValue(status),
  headers: listOf(headers).map(({ key, name, value }) => ({ name: key ?? name, value })),
  content: typeof body === 'string' ? { text: body } : {},
});

function examplesOf(saved: readonly Members[]): Examples {
  const entries = saved.flatMap((one) => entryOf(one) ?? []);
  return { entries, unset: saved.length - entries.length };
}

const listOf = (value: unknown): readonly Members[] =>
  Array.isArray(value) ? value.filter(isObject) : [];
