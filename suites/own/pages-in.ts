import type { Answer, ExportTarget, Target } from '../../src/harness/suite.js';
import { tryPage } from '../../src/protocol/export/product-page.js';
import { readQuestion } from '../../src/protocol/export/read-question.js';
import { readThrough } from '../../src/protocol/platform/page.js';
import { read as readPlatform } from '../../src/protocol/platform/question.js';
import { itemsIn } from '../../src/protocol/templates/jwt.js';
import { isObject } from '../../src/schema/json-value.js';
import type { OwnSchema } from '../../src/settings/own-schema.js';

/** What a response contains that a schema of the vendor is for. */
export interface Page {
  readonly answer: Answer;
  readonly items: readonly unknown[];
}

/** One schema of the vendor: its clause, and how the items that it is for are found in a response. */
export interface OwnPart {
  readonly interface: 'export' | 'templates' | 'platform' | 'handover';
  readonly clause: string;
  readonly check: string;
  /** One item, such as `product record`. */
  readonly item: string;
  readonly schema: OwnSchema;
  readonly itemsOf: (answer: Answer) => readonly unknown[];
}

/** The schemas that a target names. */
export function partsOf(target: Target): readonly OwnPart[] {
  const { export: products, templates, platform, handover } = target;
  const parts: (OwnPart | undefined)[] = [
    products?.recordSchema && {
      interface: 'export',
      clause: 'OWN-EXP-1',
      check: 'export.own.records',
      item: 'product record',
      schema: products.recordSchema,
      itemsOf: (answer) => recordsIn(answer, products),
    },
    templates?.schema && {
      interface: 'templates',
      clause: 'OWN-ETM-1',
      check: 'templates.own.resources',
      item: 'template resource',
      schema: templates.schema,
      itemsOf: (answer) => (isCollection(answer, target) ? itemsIn(answer) : []),
    },
    ...Object.entries(platform?.schemas ?? {}).map(
      ([collection, schema]): OwnPart => ({
        interface: 'platform',
        clause: `OWN-PLT-${collection.toUpperCase().replace(/[^A-Z0-9]+/g, '-')}`,
        check: `platform.own.${collection.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`,
        item: `entity of ${collection}`,
        schema,
        itemsOf: (answer) => entitiesIn(answer, target, collection),
      }),
    ),
    handover?.schema && {
      interface: 'handover',
      clause: 'OWN-HND-1',
      check: 'handover.own.response',
      item: 'response of the handover',
      schema: handover.schema,
      itemsOf: ({ ok, json }) => (ok && json !== undefined ? [json] : []),
    },
  ];
  return parts.flatMap((part) => part ?? []);
}

/** The items of a response, by the schemas that they are for. */
export const pagesIn = (part: OwnPart, answers: readonly Answer[]): readonly Page[] =>
  answers.flatMap((answer) => {
    const items = part.itemsOf(answer);
    return items.length === 0 ? [] : [{ answer, items }];
  });

/** Product records of the configured channel; of a grouped list it is open which members remain (EXP-GROUP-1). */
function recordsIn(answer: Answer, target: ExportTarget): readonly unknown[] {
  const question = readQuestion(answer.request, target);
  if (question === undefined || question.siteId !== undefined || question.channelId !== undefined) return [];
  const isPlain = question.method === undefined && question.groupBy === undefined && answer.status === 200;
  return isPlain ? (tryPage(answer)?.records ?? []) : [];
}

function isCollection({ ok, request: { method = 'GET', url } }: Answer, { templates }: Target): boolean {
  const [address = ''] = url.split('?');
  return ok && method === 'GET' && address === `${templates?.baseUrl}/V1/export-templates`;
}

function entitiesIn(answer: Answer, { platform }: Target, collection: string): readonly unknown[] {
  if (platform === undefined || readPlatform(answer.request, platform)?.collection !== collection) return [];
  const page = readThrough(answer, platform);
  const held = isObject(answer.json) && page !== undefined ? answer.json[page.entities] : undefined;
  return Array.isArray(held) ? held : [];
}
