/**
 * Finds items of a response, such as product records, that a schema of the vendor (an "own" schema)
 * describes.
 */

import type { Answer, ExportTarget, Target } from '../../src/harness/index.js';
import { tryPage } from '../../src/protocol/export/product-page.js';
import { readQuestion } from '../../src/protocol/export/read-question.js';
import { readPage } from '../../src/protocol/platform/page.js';
import { read as readPlatform } from '../../src/protocol/platform/question.js';
import { itemsIn } from '../../src/protocol/templates/jwt.js';
import { isObject } from '../../src/schema/json-value.js';
import type { OwnSchema } from '../../src/settings/own-schema.js';

/** A response and the items that it contains. */
interface Page {
  readonly answer: Answer;
  readonly items: readonly unknown[];
}

/**
 * A kind of items in responses. The document does not define the members of these items, so a
 * target file can name a schema for them.
 */
export interface ItemKind {
  readonly interface: 'export' | 'templates' | 'platform' | 'handover';
  readonly clause: string;
  readonly check: string;
  /** What one item is called, for example `product record`. */
  readonly item: string;
  /** The member of the target file that names the schema. */
  readonly setting: string;
  /** The file to which a draft of the schema is written. */
  readonly file: string;
  readonly schema: OwnSchema | undefined;
  readonly itemsOf: (answer: Answer) => readonly unknown[];
}

/** A kind of items for which the target file names a schema. */
export type OwnPart = ItemKind & { readonly schema: OwnSchema };

export const partsOf = (target: Target): readonly OwnPart[] =>
  itemKindsOf(target).filter((kind): kind is OwnPart => kind.schema !== undefined);

/** The kinds of items of all interfaces that are configured in the target file. */
export function itemKindsOf(target: Target): readonly ItemKind[] {
  const { export: products, templates, platform, handover } = target;
  const kinds: (ItemKind | undefined)[] = [
    products && {
      interface: 'export',
      clause: 'OWN-EXP-1',
      check: 'export.own.records',
      item: 'product record',
      setting: 'export.recordSchema',
      file: 'export-record.schema.json',
      schema: products.recordSchema,
      itemsOf: (answer) => recordsIn(answer, products),
    },
    templates && {
      interface: 'templates',
      clause: 'OWN-ETM-1',
      check: 'templates.own.resources',
      item: 'template resource',
      setting: 'templates.schema',
      file: 'template.schema.json',
      schema: templates.schema,
      itemsOf: (answer) => (isCollection(answer, target) ? itemsIn(answer) : []),
    },
    ...(platform?.collections ?? []).map((collection) => kindOfEntity(collection, target)),
    handover && {
      interface: 'handover',
      clause: 'OWN-HND-1',
      check: 'handover.own.response',
      item: 'response of the handover',
      setting: 'handover.schema',
      file: 'handover.schema.json',
      schema: handover.schema,
      itemsOf: ({ ok, json }) => (ok && json !== undefined ? [json] : []),
    },
  ];
  return kinds.flatMap((kind) => kind ?? []);
}

function kindOfEntity(collection: string, target: Target): ItemKind {
  const slug = collection.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  return {
    interface: 'platform',
    clause: `OWN-PLT-${slug.toUpperCase()}`,
    check: `platform.own.${slug}`,
    item: `entity of ${collection}`,
    setting: `platform.schemas.${collection}`,
    file: `platform-${slug}.schema.json`,
    schema: target.platform?.schemas?.[collection],
    itemsOf: (answer) => entitiesIn(answer, target, collection),
  };
}

/** The responses that contain at least one item of this kind. */
export const pagesIn = (part: OwnPart, answers: readonly Answer[]): readonly Page[] =>
  answers.flatMap((answer) => {
    const items = part.itemsOf(answer);
    return items.length === 0 ? [] : [{ answer, items }];
  });

/**
 * Product records of the configured channel. Grouped lists are left out, because the document does
 * not say which members their records keep (EXP-GROUP-1).
 */
function recordsIn(answer: Answer, target: ExportTarget): readonly unknown[] {
  const question = readQuestion(answer.request, target);
  // A question contains a site or a channel only if it differs from the configured value.
  if (question === undefined || question.siteId !== undefined || question.channelId !== undefined)
    return [];
  const isUngroupedList =
    question.method === undefined && question.groupBy === undefined && answer.status === 200;
  return isUngroupedList ? (tryPage(answer)?.records ?? []) : [];
}

function isCollection(
  { ok, request: { method = 'GET', url } }: Answer,
  { templates }: Target,
): boolean {
  const [address = ''] = url.split('?');
  return ok && method === 'GET' && address === `${templates?.baseUrl}/V1/export-templates`;
}

function entitiesIn(answer: Answer, { platform }: Target, collection: string): readonly unknown[] {
  if (platform === undefined || readPlatform(answer.request, platform)?.collection !== collection)
    return [];
  const page = readPage(answer, platform);
  const found =
    isObject(answer.json) && page !== undefined ? answer.json[page.entities] : undefined;
  return Array.isArray(found) ? found : [];
}
