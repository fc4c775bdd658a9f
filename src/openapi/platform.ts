/** The platform API in the OpenAPI document. */

import { clauses } from '../../suites/platform/topics.js';
import { DEFAULT_LIMIT, PLATFORM_PATH } from '../protocol/platform/question.js';
import type { Operation, Parameter } from './openapi.js';
import type { Part } from './part.js';
import { quoting } from './quote.js';
import { json } from './schemas.js';

const quote = quoting(clauses);

const integer = (name: string, byDefault: number, description: string): Parameter => ({
  name,
  in: 'query',
  description,
  schema: { type: 'integer', default: byDefault },
});

const page: Operation = {
  operationId: 'readPage',
  summary: 'A page of a collection',
  description: quote(
    'PLT-PAGE-11',
    'PLT-PAGE-5',
    'PLT-PAGE-9',
    'PLT-PAGE-10',
    'PLT-AUTH-1',
    'PLT-AUTH-2',
    'PLT-HARD-1',
  ),
  tags: ['platform'],
  // The document does not say how a client authenticates (PLT-AUTH-1).
  security: [],
  parameters: [
    {
      name: 'collection',
      in: 'path',
      required: true,
      description: 'Any collection; the document names none.',
      schema: { type: 'string' },
    },
    integer('limit', DEFAULT_LIMIT, quote('PLT-PAGE-3')),
    integer('cursor', 0, quote('PLT-PAGE-4')),
    integer('previous', 0, 'Id of the previous entity; 0 if there is none.'),
  ],
  responses: {
    '200': {
      description: quote('PLT-PAGE-1', 'PLT-PAGE-2', 'PLT-PAGE-6', 'PLT-PAGE-7', 'PLT-PAGE-8'),
      content: json('CursorPage'),
    },
    default: { description: 'An error. Its status and shape are not in the document.' },
  },
};

export const platformPart: Part = {
  clauses,
  tag: { name: 'platform', description: 'Cursor pagination of the platform API.' },
  paths: { [`${PLATFORM_PATH}{collection}`]: { server: 'platform', get: page } },
  securitySchemes: {},
};
