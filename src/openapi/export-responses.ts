/** The responses of the export API in the OpenAPI document. */

import { documented, type ErrorName } from '../../suites/export/model/error-table.js';
import { clauses } from '../../suites/export/topics.js';
import { JSON_API } from '../protocol/export/question.js';
import type { MediaType, Response } from './openapi.js';
import { quoting } from './quote.js';
import { json, ref } from './schemas.js';

const quote = quoting(clauses);

type Examples = NonNullable<MediaType['examples']>;

/** One example for each error. `body` makes the response body of an error. */
const examples = (
  names: readonly ErrorName[],
  body: (row: (typeof documented)[ErrorName]) => unknown,
): Examples =>
  Object.fromEntries(
    names.map((name) => [name.replaceAll(' ', '-'), { value: body(documented[name]) }]),
  );

/** An error in both formats, with the texts of the error table as examples. */
const errorResponse = (
  description: string,
  key: 'error' | 'message',
  ...names: readonly ErrorName[]
): Response => ({
  description,
  content: {
    ...json(
      key === 'error' ? 'PlainError' : 'NoDataError',
      examples(names, ({ text }) => ({ [key]: text })),
    ),
    [JSON_API]: {
      schema: ref('JsonApiErrors'),
      examples: examples(names, ({ status, title, text }) => ({
        errors: [{ status, title, detail: text }],
      })),
    },
  },
});

const products: Response = {
  description: quote(
    'EXP-NEG-1',
    'EXP-NEG-2',
    'EXP-NEG-3',
    'EXP-NEG-4',
    'EXP-NEG-6',
    'EXP-NEG-7',
    'EXP-NEG-8',
    'EXP-NEG-9',
    'EXP-NEG-10',
    'EXP-NEG-11',
    'EXP-LIST-1',
    'EXP-LIST-2',
    'EXP-LIST-3',
    'EXP-LIST-4',
    'EXP-LIST-7',
    'EXP-LIST-11',
  ),
  content: { ...json('Products'), [JSON_API]: { schema: ref('ProductList') } },
};

const shared = {
  '200': products,
  '403': errorResponse(quote('EXP-AUTH-3', 'EXP-AUTH-4'), 'error', 'not authorized'),
  '404': errorResponse(quote('EXP-ERR-2'), 'message', 'no data'),
};

const unauthorized = quote('EXP-AUTH-1', 'EXP-AUTH-2', 'EXP-ERR-7');

export const v2Responses: Readonly<Record<string, Response>> = {
  ...shared,
  '401': errorResponse(unauthorized, 'error', 'token missing', 'token format'),
};

export const legacyResponses: Readonly<Record<string, Response>> = {
  ...shared,
  '401': errorResponse(
    `${unauthorized}\n${quote('EXP-AUTH-6', 'EXP-AUTH-7')}`,
    'error',
    'token missing',
    'token format',
    'destination missing',
    'destination format',
  ),
};
