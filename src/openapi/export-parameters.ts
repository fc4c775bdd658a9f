/** The parameters of the export API in the OpenAPI document. */

import { clauses } from '../../suites/export/topics.js';
import { DEFAULT_LIMIT, DESTINATION_HEADER } from '../protocol/export/question.js';
import type { Parameter } from './openapi.js';
import { quoting } from './quote.js';
import { ref } from './schemas.js';

const quote = quoting(clauses);

const integerInPath = (name: string): Parameter => ({
  name,
  in: 'path',
  required: true,
  description: 'Values other than integers are not specified (EXP-ROUTE-10).',
  schema: { type: 'integer' },
});

const textInPath = (name: string, description: string): Parameter => ({
  name,
  in: 'path',
  required: true,
  description,
  schema: { type: 'string' },
});

export const siteAndChannel: readonly Parameter[] = [
  integerInPath('siteId'),
  integerInPath('channelId'),
];
export const destinationInPath = integerInPath('destinationId');

export const destinationInHeader: Parameter = {
  name: DESTINATION_HEADER,
  in: 'header',
  required: true,
  description: quote('EXP-AUTH-6', 'EXP-AUTH-7', 'EXP-AUTH-8'),
  schema: { type: 'integer' },
};

export const columnAndValue: readonly Parameter[] = [
  textInPath('column', quote('EXP-ROUTE-3')),
  textInPath('value', quote('EXP-ROUTE-4')),
];

/** The parameters of every list of products. */
export const windowAndOrder: readonly Parameter[] = [
  {
    name: 'limit',
    in: 'query',
    description: quote('EXP-LIST-5', 'EXP-LIST-6', 'EXP-LIST-10'),
    schema: { type: 'integer', minimum: 1, default: DEFAULT_LIMIT },
  },
  {
    name: 'offset',
    in: 'query',
    description: quote('EXP-LIST-5', 'EXP-LIST-6', 'EXP-LIST-8', 'EXP-LIST-9'),
    schema: { type: 'integer', minimum: 0, default: 0 },
  },
  {
    name: 'orderBy',
    in: 'query',
    description: quote('EXP-SORT-1', 'EXP-SORT-2', 'EXP-SORT-3'),
    schema: { type: 'string' },
  },
  {
    name: 'groupBy',
    in: 'query',
    description: quote('EXP-GROUP-1', 'EXP-GROUP-2'),
    schema: { type: 'string' },
  },
];

export const filtering: readonly Parameter[] = [
  {
    name: 'mode',
    in: 'query',
    description: quote('EXP-FILT-10', 'EXP-FILT-11'),
    schema: { enum: ['AND', 'OR'], default: 'AND' },
  },
  {
    name: 'filters',
    in: 'query',
    style: 'deepObject',
    explode: true,
    description: [
      'Bracket notation, for which `deepObject` is the nearest that OpenAPI has: ' +
        '`filters[0][mode]=OR&filters[0][criteria][0][column]=price&filters[0][criteria][0][operator]=%3E' +
        '&filters[0][criteria][0][value]=9.5`.',
      quote(
        'EXP-FILT-1',
        'EXP-FILT-2',
        'EXP-FILT-3',
        'EXP-FILT-4',
        'EXP-FILT-5',
        'EXP-FILT-6',
        'EXP-FILT-7',
        'EXP-FILT-8',
        'EXP-FILT-9',
        'EXP-FILT-12',
        'EXP-FILT-13',
        'EXP-FILT-14',
        'EXP-FILT-15',
        'EXP-FILT-16',
        'EXP-FILT-17',
        'EXP-FILT-18',
      ),
    ].join('\n\n'),
    schema: ref('Filters'),
  },
];
