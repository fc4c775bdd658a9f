/** The JSON Schemas of the four interfaces as components of the OpenAPI document. */

import { defined } from '../defined.js';
import { readSchema, type SchemaName } from '../schema/validate.js';
import type { Content, MediaType } from './openapi.js';

/** The files of the schemas, by the title of the component. */
const SCHEMAS = {
  ProductList: 'export/product-list',
  Products: 'export/products',
  TypedProductRecord: 'export/record',
  Filters: 'export/filters',
  PlainError: 'export/error-plain',
  NoDataError: 'export/error-no-data',
  JsonApiErrors: 'export/error-jsonapi',
  TokenResponse: 'templates/token',
  TokenError: 'templates/token-error',
  Discovery: 'templates/discovery',
  JsonWebKeySet: 'templates/jwks',
  TemplateList: 'templates/template-list',
  CursorPage: 'platform/page',
  HandoverRequest: 'handover/request',
  HandoverAnswer: 'handover/answer',
} as const satisfies Readonly<Record<string, SchemaName>>;

type Title = keyof typeof SCHEMAS;

export const ref = (title: Title): object => ({ $ref: `#/components/schemas/${title}` });

/** A JSON body that conforms to a schema. */
export const json = (title: Title, examples?: NonNullable<MediaType['examples']>): Content => ({
  'application/json': { schema: ref(title), ...defined({ examples }) },
});

/** The schemas without `$schema` and `$id`, which identify them as separate files. */
export const schemaComponents = (): Record<string, object> =>
  Object.fromEntries(
    Object.entries(SCHEMAS).map(([title, name]) => {
      const { $schema: _, $id: __, ...schema } = readSchema(name);
      return [title, schema];
    }),
  );
