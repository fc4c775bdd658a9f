/** Finds values that recorded requests took from earlier responses. */

import { percentDecoded } from '../../percent-decoded.js';
import { isObject, jsonValue } from '../../schema/json-value.js';
import type { Entry } from './entry.js';

/** A place in a response with a text or a number. `step` is the index of the response. */
interface Leaf {
  readonly step: number;
  readonly path: string;
  readonly key: string;
  readonly depth: number;
}

/** Maps a name to the JSONPath of a value. Later requests contain the value as `{{name}}`. */
export type Captures = Map<string, string>;

/** At most this number of values of one response is read. */
const MAX_OF_RESPONSE = 5000;
/** No more responses are read when this number of different values is kept in memory. */
const MAX_VALUES = 200_000;

/** Matches values that are too long or too random to be equal by coincidence. */
const UNMISTAKABLE = /^.{16,}$|^[0-9a-f]{8}-[0-9a-f]{4}-/is;
/** Members with these names often contain identifiers, tokens or cursors. */
const ID_LIKE =
  /(^|_|-)(id|key|code|token|cursor|next|uuid|slug|sku|ref|session|nonce|etag)$|Id$|Key$|Token$/i;
/** Matches path segments and parameters that are values, not words. */
const VALUE = /\d|^.{16,}$/;

/**
 * Remembers the values of responses, and finds them in later requests. If a request contained a
 * value before any response did, the value is an input of the user and is not replaced.
 */
export class Links {
  readonly #leaves = new Map<string, Leaf[]>();
  readonly #sent = new Set<string>();
  readonly #captures: Captures[] = [];
  readonly #names = new Map<string, string>();

  /** The values of a response that later requests contain. */
  capturesOf(step: number): Captures {
    return this.#captures[step] ?? new Map();
  }

  /** Puts `{{name}}` in place of each value from an earlier response. */
  linked(entry: Entry): Entry {
    const values: string[] = [];
    const replace = (value: string, label: string): string => {
      values.push(value);
      return this.#placeholderFor(value, label) ?? value;
    };
    const { body } = entry;
    const linked = {
      ...entry,
      url: linkedUrl(entry.url, replace),
      headers: entry.headers.map(([name, value]) => linkedHeader(name, value, replace)),
      ...(body === undefined ? {} : { body: linkedBody(body, replace) }),
    };
    for (const value of values) this.#sent.add(value);
    return linked;
  }

  /** Stores the values of a response, except those that a request already contained. */
  learn(step: number, answer: unknown): void {
    if (this.#leaves.size >= MAX_VALUES) return;
    let count = 0;
    for (const [value, leaf] of leavesOf(answer)) {
      if (count >= MAX_OF_RESPONSE) return;
      count += 1;
      if (value === '' || this.#sent.has(value)) continue;
      const known = this.#leaves.get(value) ?? [];
      known.push({ ...leaf, step });
      this.#leaves.set(value, known);
    }
  }

  #placeholderFor(value: string, label: string): string | undefined {
    const leaves = this.#leaves.get(value) ?? [];
    const fitting = leaves
      .map((leaf) => ({ leaf, score: scoreOf(leaf, value, label) }))
      .filter(({ score }) => score > 0)
      .sort(
        (a, b) => b.score - a.score || b.leaf.step - a.leaf.step || a.leaf.depth - b.leaf.depth,
      );
    const leaf = fitting[0]?.leaf;
    if (leaf === undefined) return undefined;
    const source = `${leaf.step} ${leaf.path}`;
    const name = this.#names.get(source) ?? this.#newName(leaf.key, source);
    const captures = this.#captures[leaf.step] ?? new Map();
    captures.set(name, leaf.path);
    this.#captures[leaf.step] = captures;
    return `{{${name}}}`;
  }

  #newName(key: string, source: string): string {
    // A name in capitals would look like the name of a setting.
    const base =
      key
        .replace(/\W/g, '_')
        .replace(/^(?=\d)/, '_')
        .toLowerCase() || 'value';
    const taken = new Set(this.#names.values());
    let name = base;
    for (let turn = 2; taken.has(name); turn += 1) name = `${base}_${turn}`;
    this.#names.set(source, name);
    return name;
  }
}

/**
 * Scores how likely a request took its value from this place in a response. `label` names the place
 * in the request. The score 0 means that the equal values are a coincidence.
 */
function scoreOf({ key, path }: Leaf, value: string, label: string): number {
  const isSameName = key.toLowerCase() === label.toLowerCase();
  const isInPath = label !== '' && path.toLowerCase().includes(label.toLowerCase());
  const isIdLike = ID_LIKE.test(key);
  const isNext = /next/i.test(key);
  const score = (isSameName ? 4 : 0) + (isInPath ? 2 : 0) + (isIdLike ? 1 : 0) + (isNext ? 1 : 0);
  if (UNMISTAKABLE.test(value)) return score + 1;
  return VALUE.test(value) ? score : 0;
}

type Replace = (value: string, label: string) => string;

function linkedUrl(url: string, replace: Replace): string {
  const [address = '', query] = url.split(/\?(.*)/s);
  const { origin } = new URL(url);
  const segments = address.slice(origin.length).split('/');
  const path = segments
    .map((segment, at) => {
      const value = percentDecoded(segment);
      const linked = value === '' ? value : replace(value, segments[at - 1] ?? '');
      return linked === value ? segment : linked;
    })
    .join('/');
  if (query === undefined) return `${origin}${path}`;
  const pairs = [...new URLSearchParams(query)].map(
    ([name, value]) => `${encodeURIComponent(name)}=${inQuery(replace(value, name))}`,
  );
  return `${origin}${path}?${pairs.join('&')}`;
}

const inQuery = (value: string): string =>
  /^\{\{[\w-]+\}\}$/.test(value) ? value : encodeURIComponent(value);

function linkedHeader(
  name: string,
  value: string,
  replace: Replace,
): readonly [name: string, value: string] {
  if (!/^(authorization$|x-|if-match$)/i.test(name)) return [name, value];
  const [, scheme = '', rest = value] = /^(bearer +)(.*)$/is.exec(value) ?? [];
  return [name, `${scheme}${replace(rest, name)}`];
}

/** Replaces values in a JSON body or a form. Other bodies stay unchanged. */
function linkedBody(body: string, replace: Replace): string {
  const json = jsonValue(body);
  if (isObject(json) || Array.isArray(json)) {
    const linked = JSON.stringify(json, (key, value: unknown) => {
      if (typeof value !== 'string' && typeof value !== 'number') return value;
      const text = replace(String(value), key);
      if (text === String(value)) return value;
      return typeof value === 'number' ? `${NUMBER}${text}` : text;
    });
    const plain = linked.replace(new RegExp(`"${NUMBER}(\\{\\{[\\w-]+\\}\\})"`, 'g'), '$1');
    return plain === JSON.stringify(json) ? body : plain;
  }
  if (!/^[^=&\s]+=[^\s]*$/.test(body)) return body;
  const pairs = [...new URLSearchParams(body)].map(
    ([name, value]) => `${encodeURIComponent(name)}=${inQuery(replace(value, name))}`,
  );
  return pairs.some((pair) => pair.includes('{{')) ? pairs.join('&') : body;
}

/** Marks a placeholder of a number, whose quotes are removed later. */
const NUMBER = '#number#';

function* leavesOf(
  value: unknown,
  path = '$',
  key = '',
  depth = 0,
): Generator<readonly [value: string, leaf: Omit<Leaf, 'step'>]> {
  if (typeof value === 'string' || typeof value === 'number') {
    yield [String(value), { path, key, depth }];
  } else if (Array.isArray(value)) {
    for (const [at, item] of value.entries()) {
      // The list may have another length in the load run, so the last item is addressed from the
      // end.
      const index = at > 0 && at === value.length - 1 ? -1 : at;
      yield* leavesOf(item, `${path}[${index}]`, key, depth + 1);
    }
  } else if (isObject(value)) {
    for (const [name, member] of Object.entries(value)) {
      const selector = /^[A-Za-z_]\w*$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
      yield* leavesOf(member, `${path}${selector}`, name, depth + 1);
    }
  }
}
