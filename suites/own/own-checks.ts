/** Validates items of responses against the vendor's JSON Schemas that a target file names. */

import {
  type Answer,
  type Check,
  type Clauses,
  checkOf,
  type Finding,
  type Suite,
  skipped,
  type Target,
} from '../../src/harness/index.js';
import { isObject } from '../../src/schema/json-value.js';
import { problemsOf } from '../../src/schema/own-validator.js';
import { pathOf, requirementInWords, valueInWords } from '../../src/schema/words.js';
import { type OwnPart, pagesIn, partsOf } from './pages-in.js';

/**
 * Adds a clause and a check for each schema of the target file. The check validates items in the
 * responses to all other checks. The added clauses do not count towards conformance to the document
 * (the specification). Their ids begin with `OWN-`.
 */
export function withOwnSchemas(suites: readonly Suite[], target: Target): readonly Suite[] {
  const parts = partsOf(target);
  return suites.map((suite) => {
    const ownParts = parts.filter((part) => part.interface === suite.interface);
    if (ownParts.length === 0) return suite;
    const clauses: Clauses = Object.fromEntries(
      ownParts.map(({ clause, item, schema }) => [
        clause,
        {
          level: schema.level,
          text: `every ${item} satisfies ${schema.source}`,
          section: 'a schema of the target file',
          judging: `Every ${item} in a response of the run is validated, whichever check sent the request.`,
        },
      ]),
    );
    return {
      ...suite,
      clauses: { ...suite.clauses, ...clauses },
      checks: [...suite.checks, ...ownParts.map((part) => ownCheck(part, clauses))],
    };
  });
}

const ownCheck = (part: OwnPart, clauses: Clauses): Check =>
  checkOf(part.interface, clauses, {
    id: part.check,
    clauses: [part.clause],
    title: `every ${part.item} satisfies ${part.schema.source}`,
    needsFacts: () => false,
    responses: (answers) => findingOf(part, answers),
  });

/** Items that deviate in the same way. */
interface Deviation {
  /** The path, the problem and the place in the schema, the same for each of the items. */
  readonly description: string;
  /** The path, with `*` for the index of an item of an array. */
  readonly place: string;
  /** The problem. */
  readonly message: string;
  /** The first items, each with its value. */
  readonly examples: Map<string, string>;
  /** The ids of all items, because several responses may contain the same item. */
  readonly items: Set<string>;
  readonly answer: Answer;
}

function findingOf(part: OwnPart, answers: readonly Answer[]): Finding {
  const pages = pagesIn(part, answers);
  const deviations = new Map<string, Deviation>();
  const items = new Set<string>();
  let validated = 0;
  for (const { answer, items: onPage } of pages) {
    for (const [index, item] of onPage.entries()) {
      const name = nameOf(item, index);
      const key = idOf(item) !== undefined ? name : `${name} of ${answer.exchange}`;
      items.add(key);
      validated += 1;
      addDeviations(deviations, part, { item, name, key, answer });
    }
  }
  if (items.size === 0) return skipped('data', `no response contains this item: ${part.item}`);
  if (deviations.size === 0)
    return { kind: 'passed', witness: `${validated} × ${part.item} in ${pages.length} responses` };
  const all = [...deviations.values()].sort((a, b) => b.items.size - a.items.size);
  const rest = all.length > MAX_DEVIATIONS ? `; and ${all.length - MAX_DEVIATIONS} more` : '';
  const shown = all.slice(0, MAX_DEVIATIONS);
  const [most] = shown;
  return {
    kind: 'deviates',
    expected: `every ${part.item} to satisfy ${part.schema.source}`,
    actual: `${shown.map((one) => inWords(one, items.size)).join('; ')}${rest}`,
    sentence: most && sentenceOf(most, part.item, items.size),
    // The last response is shown, so it has the most frequent deviation.
    answers: [...new Set(shown.map(({ answer }) => answer))].slice(0, MAX_ANSWERS).reverse(),
  };
}

interface Found {
  readonly item: unknown;
  readonly name: string;
  readonly key: string;
  readonly answer: Answer;
}

function addDeviations(
  deviations: Map<string, Deviation>,
  { schema }: OwnPart,
  { item, name, key, answer }: Found,
): void {
  for (const { path, message, schemaPath } of problemsOf(schema, item)) {
    const place = path.replace(/\/\d+(?=\/|$)/g, '/*');
    const description = `${place}: ${message} (${schemaPath})`;
    const known = deviations.get(description);
    const deviation = known ?? {
      description,
      place,
      message,
      examples: new Map(),
      items: new Set(),
      answer,
    };
    deviations.set(description, deviation);
    deviation.items.add(key);
    if (deviation.examples.size < MAX_EXAMPLES) deviation.examples.set(name, valueAt(item, path));
  }
}

/**
 * The most items that are named for a deviation, deviations that are listed, and responses that are
 * shown.
 */
const MAX_EXAMPLES = 3;
const MAX_DEVIATIONS = 50;
const MAX_ANSWERS = 3;

/** Returns a text such as `/price: must be number (#/…) in 20 of 1000 (2 %): id 3 (null)`. */
function inWords({ description, examples, items }: Deviation, total: number): string {
  const named = [...examples].map(([name, value]) => (value === '' ? name : `${name} (${value})`));
  const rest = items.size > examples.size ? ` and ${items.size - examples.size} more` : '';
  return `${description} in ${items.size} of ${total} (${shareOf(items, total)} %): ${named.join(', ')}${rest}`;
}

/** States the most frequent deviation. `item` is what one item is called. */
function sentenceOf(
  { place, message, examples, items }: Deviation,
  item: string,
  total: number,
): string {
  const subject = place === '' ? item : pathOf(place);
  const count = `${items.size} of ${total}`;
  const share = `${shareOf(items, total)} %`;
  const [[name, value] = ['', '']] = examples;
  return value === ''
    ? `${subject} is missing in ${count} (${share}), such as ${name}`
    : `${subject} is ${valueInWords(value)} in ${name}; it ${requirementInWords(message)} (${count} are wrong, ${share})`;
}

const shareOf = (items: ReadonlySet<string>, total: number): number =>
  Math.round((1000 * items.size) / total) / 10;

/** The value at a JSON Pointer as JSON, shortened; empty if there is none. */
function valueAt(item: unknown, path: string): string {
  const value = path
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>(
      (inside, part) =>
        isObject(inside) || Array.isArray(inside) ? Reflect.get(inside, part) : undefined,
      item,
    );
  return value === undefined ? '' : cut(JSON.stringify(value));
}

const MAX_VALUE = 40;
const cut = (text: string): string =>
  text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE)}…` : text;

function idOf(item: unknown): string | number | undefined {
  const id = isObject(item) ? item.id : undefined;
  return typeof id === 'number' || typeof id === 'string' ? id : undefined;
}

function nameOf(item: unknown, index: number): string {
  const id = idOf(item);
  return id === undefined ? `item ${index + 1}` : `id ${id}`;
}

/**
 * Describes the first violation of a `must` schema in a response. The description contains no
 * values of the response.
 */
export function ownDeviation(target: Target): (answer: Answer) => string | undefined {
  const parts = partsOf(target).filter(({ schema }) => schema.level === 'must');
  return (answer) => {
    for (const part of parts) {
      if (part.interface !== answer.request.interface) continue;
      for (const item of part.itemsOf(answer)) {
        const [problem] = problemsOf(part.schema, item);
        if (problem !== undefined)
          return `${part.clause}: expected ${part.schema.source}${problem.path}: ${problem.message} (${problem.schemaPath})`;
      }
    }
    return undefined;
  };
}
