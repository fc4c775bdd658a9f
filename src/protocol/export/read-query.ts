import { type Criterion, type Filter, type Mode, operators } from './filter.js';
import type { Query, WireEncoding } from './query-string.js';

type Pair = readonly [name: string, value: string];
type Read = Query & { readonly wireEncoding: WireEncoding | undefined };

const isMode = (value: string | undefined): value is Mode => value === 'AND' || value === 'OR';

/** Reads a query string without its `?`: what is unknown, given twice, or no whole filter is `extra`, as it is. */
export function readQuery(search: string): Read {
  const pairs = [...new URLSearchParams(search)];
  const count = (name: string): number => pairs.filter(([other]) => other === name).length;
  const simple = new Map(pairs.filter(([name]) => SIMPLE.includes(name) && count(name) === 1));
  const window = (value: string | undefined): number | string | undefined =>
    value !== undefined && /^(?:0|-?[1-9]\d{0,14})$/.test(value) ? Number(value) : value;
  const bracketed = pairs.filter(([name]) => name.startsWith('filters'));
  const read = readFilter(bracketed);
  const mode = simple.get('mode');
  const isWhole = read !== undefined && (mode === undefined || isMode(mode));
  const extra = pairs.filter(
    ([name]) => !(simple.has(name) && (name !== 'mode' || isWhole)) && !(isWhole && name.startsWith('filters')),
  );
  const isFiltered = isWhole && (bracketed.length > 0 || mode !== undefined);
  return {
    limit: window(simple.get('limit')),
    offset: window(simple.get('offset')),
    orderBy: simple.get('orderBy'),
    groupBy: simple.get('groupBy'),
    filter: isFiltered ? { ...(isMode(mode) ? { mode } : {}), groups: read.groups } : undefined,
    wireEncoding: isFiltered ? wireEncodingOf(read, search) : undefined,
    extra: extra.length === 0 ? undefined : extra,
  };
}

const SIMPLE = ['limit', 'offset', 'orderBy', 'groupBy', 'mode'];

interface ReadFilter {
  readonly groups: Filter['groups'];
  readonly arrayEncoding?: WireEncoding['arrayEncoding'] | undefined;
  readonly nullSpelling?: string | undefined;
}

const wireEncodingOf = (
  { arrayEncoding = 'indexed', nullSpelling = 'NULL' }: ReadFilter,
  search: string,
): WireEncoding => ({
  arrayEncoding,
  nullSpelling,
  ...(search.includes('+') ? { blank: '+' } : {}),
  // In a value, not in a name.
  ...(/=[^&]*%(?:[a-f][0-9A-Fa-f]|[0-9A-F][a-f])/.test(search) ? { lowerCase: true } : {}),
});

const PART = /^filters\[(\d+)\](?:\[mode\]|\[criteria\]\[(\d+)\]\[(column|operator|value)\](?:\[(\d*)\])?)$/;

/** The groups of bracketed parameters; undefined where they are not numbered from 0 on, or a criterion lacks a part. */
function readFilter(pairs: readonly Pair[]): ReadFilter | undefined {
  const groups = new Map<number, { mode?: Mode; criteria: Map<number, Parts> }>();
  for (const [name, value] of pairs) {
    const [, group, criterion, part, index] = PART.exec(name) ?? [];
    if (group === undefined) return undefined;
    const held = groups.get(Number(group)) ?? { criteria: new Map<number, Parts>() };
    groups.set(Number(group), held);
    if (part === undefined || criterion === undefined) {
      if (!isMode(value) || held.mode !== undefined) return undefined;
      held.mode = value;
      continue;
    }
    const parts = held.criteria.get(Number(criterion)) ?? {};
    held.criteria.set(Number(criterion), parts);
    if (part === 'value') parts.values = [...(parts.values ?? []), [index, value]];
    else if (index !== undefined || parts[part as 'column' | 'operator'] !== undefined) return undefined;
    else parts[part as 'column' | 'operator'] = value;
  }
  let [arrayEncoding, nullSpelling]: [ReadFilter['arrayEncoding'], string | undefined] = [undefined, undefined];
  const read: { mode?: Mode; criteria: Criterion[] }[] = [];
  for (const [at, { mode, criteria }] of groups) {
    if (at !== read.length || criteria.size === 0) return undefined;
    const list: Criterion[] = [];
    for (const [place, parts] of criteria) {
      const made = place === list.length ? readCriterion(parts) : undefined;
      if (made === undefined) return undefined;
      arrayEncoding ??= made.arrayEncoding;
      nullSpelling ??= made.nullSpelling;
      list.push(made.criterion);
    }
    read.push({ ...(mode === undefined ? {} : { mode }), criteria: list });
  }
  return { groups: read, arrayEncoding, nullSpelling };
}

interface Parts {
  column?: string;
  operator?: string;
  values?: readonly (readonly [index: string | undefined, value: string])[];
}

function readCriterion({
  column,
  operator: name,
  values = [],
}: Parts): (Pick<ReadFilter, 'arrayEncoding' | 'nullSpelling'> & { readonly criterion: Criterion }) | undefined {
  const operator = operators.find((one) => one === name);
  const [[index, first] = []] = values;
  if (column === undefined || operator === undefined || first === undefined) return undefined;
  if (index !== undefined) {
    const isIndexed = values.every(([at], place) => at === String(place));
    if (!isIndexed && values.some(([at]) => at !== '')) return undefined;
    const value = values.map(([, one]) => one);
    return { criterion: { column, operator, value }, arrayEncoding: isIndexed ? 'indexed' : 'empty-brackets' };
  }
  if (values.length > 1) return undefined;
  if (operator.startsWith('IS')) return { criterion: { column, operator, value: null }, nullSpelling: first };
  return /(?:IN|BETWEEN)$/.test(operator) && first.includes(',')
    ? { criterion: { column, operator, value: first.split(',') }, arrayEncoding: 'comma' }
    : { criterion: { column, operator, value: first } };
}
