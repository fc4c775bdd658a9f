/** The export API in the OpenAPI document. */

import { clauses } from '../../suites/export/topics.js';
import { pathOf, type Route, TOKEN_HEADER } from '../protocol/export/question.js';
import {
  columnAndValue,
  destinationInHeader,
  destinationInPath,
  filtering,
  siteAndChannel,
  windowAndOrder,
} from './export-parameters.js';
import { legacyResponses, v2Responses } from './export-responses.js';
import type { Operation } from './openapi.js';
import type { Part } from './part.js';
import { quoting } from './quote.js';

const quote = quoting(clauses);
const tags = ['export'];
const security = [{ exportToken: [] }];

const welcome: Operation = {
  operationId: 'welcome',
  summary: 'A greeting',
  description: quote('EXP-ROOT-1', 'EXP-ROOT-2', 'EXP-ROOT-3'),
  tags,
  security: [],
  responses: {
    '200': {
      description: 'The greeting.',
      content: { 'text/html': { schema: { type: 'string' } } },
    },
  },
};

const products: Operation = {
  operationId: 'listProducts',
  summary: 'Products of a destination',
  description: quote('EXP-ROUTE-1', 'EXP-DATA-1', 'EXP-AUTH-5'),
  tags,
  security,
  parameters: [...siteAndChannel, destinationInPath, ...windowAndOrder, ...filtering],
  responses: v2Responses,
};

const legacy: Operation = {
  operationId: 'listProductsLegacy',
  summary: 'Products of a destination, legacy route',
  description: quote('EXP-ROUTE-2', 'EXP-ROUTE-7', 'EXP-NEG-5'),
  tags,
  deprecated: true,
  security,
  parameters: [...siteAndChannel, destinationInHeader, ...windowAndOrder, ...filtering],
  responses: legacyResponses,
};

const legacyFiltered: Operation = {
  operationId: 'listProductsLegacyFiltered',
  summary: 'Products with one of several values in a column, legacy route',
  description: quote('EXP-ROUTE-3', 'EXP-ROUTE-4', 'EXP-ROUTE-5', 'EXP-ROUTE-6', 'EXP-NEG-5'),
  tags,
  deprecated: true,
  security,
  parameters: [...siteAndChannel, ...columnAndValue, destinationInHeader, ...windowAndOrder],
  responses: legacyResponses,
};

/** The path of a route with its parameters, such as `/{siteId}/{channelId}`. */
const pathTemplateOf = (route: Route): string =>
  pathOf(route, '{siteId}', '{channelId}', '{destinationId}');

export const exportPart: Part = {
  clauses,
  tag: {
    name: 'export',
    description: quote(
      'EXP-ROUTE-8',
      'EXP-ERR-5',
      'EXP-ERR-1',
      'EXP-ERR-3',
      'EXP-ERR-4',
      'EXP-ERR-6',
      'EXP-HARD-1',
      'EXP-HARD-2',
      'EXP-ROUTE-9',
      'EXP-ROUTE-10',
      'EXP-ROUTE-11',
      'EXP-LIMIT-1',
    ),
  },
  paths: {
    [pathTemplateOf('root')]: { server: 'export', get: welcome },
    [pathTemplateOf('v2')]: { server: 'export', get: products },
    [pathTemplateOf('legacy')]: { server: 'export', get: legacy },
    [`${pathTemplateOf('legacy')}/{column}/{value}`]: { server: 'export', get: legacyFiltered },
  },
  securitySchemes: {
    exportToken: {
      type: 'apiKey',
      in: 'header',
      name: TOKEN_HEADER,
      description: quote('EXP-AUTH-9', 'EXP-AUTH-10', 'EXP-AUTH-11', 'EXP-AUTH-12', 'EXP-AUTH-13'),
    },
  },
};
