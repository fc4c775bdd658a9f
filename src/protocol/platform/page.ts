/** Reads a page of entities from a response of the platform API. */

import type { Answer } from '../../http/answer.js';
import { isObject, type Members, membersOf, textOfValue } from '../../schema/json-value.js';

/** How the target (the server under test) writes its entities. */
export interface EntitySettings {
  /** The member with the id of an entity. */
  readonly idMember: string;
  /**
   * The behaviour of the target where the document leaves it open. `entities` is the name of the
   * member that contains the entities of a page.
   */
  readonly dialect: { readonly entities?: string };
}

/** The content of a page. Wrong types are accepted, because clause PLT-PAGE-1 reports them. */
export interface PageContent {
  /** NaN for an entity whose id is missing, or neither an integer nor a text of digits. */
  readonly ids: readonly number[];
  /** A member is null if its value is neither an integer nor a text of digits. */
  readonly cursor: Readonly<Record<CursorMember, number | null>>;
  /** The name of the member that contains the entities. */
  readonly entities: string;
  readonly idType: 'integer' | 'text' | undefined;
  /** The name of the single member of the object in which some servers wrap each entity. */
  readonly wrapper?: string;
}

export interface Page extends PageContent {
  readonly answer: Answer;
}

const CURSOR_MEMBERS = ['current', 'prev', 'next', 'count'] as const;
type CursorMember = (typeof CURSOR_MEMBERS)[number];

const isList = (value: unknown): value is readonly Members[] =>
  Array.isArray(value) && value.every(isObject);

/** Returns undefined if the status is not 200, or if the body has no entities or no cursor. */
export function readPage(answer: Answer, settings: EntitySettings): Page | undefined {
  const content = answer.status === 200 ? contentOf(answer.json, settings) : undefined;
  return content && { ...content, answer };
}

/** Reads a parsed body. Returns undefined if it has no entities or no cursor. */
export function contentOf(
  body: unknown,
  { idMember, dialect }: EntitySettings,
): PageContent | undefined {
  if (!isObject(body)) return undefined;
  const found = entitiesIn(body, dialect.entities, idMember);
  const cursor = cursorIn(body);
  if (found === undefined || cursor === undefined) return undefined;
  const [first] = found.list;
  const wrapper = first === undefined ? undefined : wrapperOf(first, idMember);
  const read = (member: CursorMember): number | null => integerIn(cursor[member]) ?? null;
  const raw = found.list.map(
    (entity) => membersOf(wrapper === undefined ? entity : (entity[wrapper] ?? entity))[idMember],
  );
  return {
    ids: raw.map((id) => integerIn(id) ?? Number.NaN),
    cursor: {
      current: read('current'),
      prev: read('prev'),
      next: read('next'),
      count: read('count'),
    },
    entities: found.member,
    idType: idTypeOf(raw),
    ...(wrapper === undefined ? {} : { wrapper }),
  };
}

/** Some servers put the members of the cursor directly into `meta`. */
function cursorIn(body: Members): Members | undefined {
  const { cursor, ...meta } = membersOf(body.meta);
  if (isObject(cursor)) return cursor;
  return 'next' in meta ? meta : undefined;
}

function idTypeOf(ids: readonly unknown[]): PageContent['idType'] {
  if (ids.length === 0) return undefined;
  return ids.some((id) => typeof id === 'string') ? 'text' : 'integer';
}

/** The deviations of a response from clause PLT-PAGE-1, which defines the members of a page. */
export function shapeFaults(answer: Answer, { idMember, dialect }: EntitySettings) {
  const body = answer.json;
  if (!isObject(body)) return [{ expected: 'an object', actual: kindOf(body) }];
  const faults: { readonly expected: string; readonly actual: string }[] = [];
  if (typeof body.success !== 'boolean')
    faults.push({ expected: 'success boolean', actual: kindOf(body.success) });
  if (!isList(body.Entities)) {
    const { member = 'Entities' } = entitiesIn(body, dialect.entities, idMember) ?? {};
    const actual = member === 'Entities' ? kindOf(body.Entities) : `the array ${member}`;
    faults.push({ expected: 'Entities an array of objects', actual });
  }
  const cursor = isObject(body.meta) ? body.meta.cursor : undefined;
  if (!isObject(cursor))
    return [...faults, { expected: 'meta.cursor an object', actual: kindOf(cursor) }];
  for (const member of CURSOR_MEMBERS) {
    const value = cursor[member];
    // The document does not say how the last page is marked. Many servers set `next` to null.
    const fits = Number.isInteger(value) || (member === 'next' && value === null);
    if (!fits) faults.push({ expected: `meta.cursor.${member} an integer`, actual: kindOf(value) });
  }
  return faults;
}

/**
 * Finds the entities in the configured member, in `Entities`, or else in the only array of objects.
 * Empty arrays are ignored if another array is not empty. A single entity counts as an array of
 * one. Any other object in one of these members, such as an object with positions as keys, counts
 * as an array of its values.
 */
function entitiesIn(body: Members, configured: string | undefined, idMember: string) {
  for (const member of configured === undefined ? ['Entities'] : [configured, 'Entities']) {
    const held = body[member];
    if (isList(held)) return { member, list: held };
    if (isObject(held))
      return { member, list: idMember in held ? [held] : Object.values(held).filter(isObject) };
  }
  const lists = Object.entries(body).flatMap(([member, list]) =>
    isList(list) ? [{ member, list }] : [],
  );
  const filled = lists.filter(({ list }) => list.length > 0);
  if (filled.length === 1) return filled[0];
  return lists.length === 1 ? lists[0] : undefined;
}

/** An entity is wrapped if its only member is an object with an id. */
function wrapperOf(entity: Members, idMember: string): string | undefined {
  const [only, second] = Object.entries(entity);
  if (idMember in entity || only === undefined || second !== undefined) return undefined;
  const [name, value] = only;
  return isObject(value) && idMember in value ? name : undefined;
}

/** Reads an integer from a number or from a text of digits. */
const integerIn = (value: unknown): number | undefined => {
  const number = typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isInteger(number) ? number : undefined;
};

function kindOf(value: unknown): string {
  if (value === undefined) return 'none';
  if (value === null) return 'null';
  if (typeof value === 'string') return `text ${JSON.stringify(value.slice(0, 40))}`;
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : textOfValue(value);
}
