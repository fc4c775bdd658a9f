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
import { type OwnPart, type Page, pagesIn, partsOf } from './pages-in.js';

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

interface Deviation {
  readonly description: string;
  readonly answer: Answer;
}

function findingOf(part: OwnPart, answers: readonly Answer[]): Finding {
  const pages = pagesIn(part, answers);
  const deviations = new Map<string, Deviation>();
  let items = 0;
  for (const page of pages) {
    items += page.items.length;
    for (const [key, deviation] of deviationsIn(page, part))
      if (!deviations.has(key)) deviations.set(key, deviation);
  }
  if (items === 0) return skipped('data', `no response contains this item: ${part.item}`);
  if (deviations.size === 0)
    return { kind: 'passed', witness: `${items} × ${part.item} in ${pages.length} responses` };
  const all = [...deviations.values()];
  const rest = all.length > MAX_DEVIATIONS ? `; and ${all.length - MAX_DEVIATIONS} more` : '';
  const shown = all.slice(0, MAX_DEVIATIONS);
  return {
    kind: 'deviates',
    expected: `every ${part.item} to satisfy ${part.schema.source}`,
    actual: `${shown.map(({ description }) => description).join('; ')}${rest}`,
    answers: [...new Set(shown.map(({ answer }) => answer))].slice(0, MAX_ANSWERS),
  };
}

const MAX_DEVIATIONS = 50;
const MAX_ANSWERS = 5;

function* deviationsIn(
  { answer, items }: Page,
  { schema }: OwnPart,
): Generator<readonly [string, Deviation]> {
  for (const [index, item] of items.entries()) {
    for (const { path, message, schemaPath } of problemsOf(schema, item)) {
      const record = nameOf(item, index);
      const description = `${record}${path}: ${message} (${schemaPath})`;
      // A deviation counts once, even if several responses contain the same item.
      yield [description, { description, answer }];
    }
  }
}

function nameOf(item: unknown, index: number): string {
  const id = isObject(item) ? item.id : undefined;
  return typeof id === 'number' || typeof id === 'string' ? `id ${id} ` : `item ${index + 1} `;
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
