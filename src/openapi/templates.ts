/** The token endpoint and the template API in the OpenAPI document. */

import { clauses } from '../../suites/templates/topics.js';
import { DISCOVERY_PATH, TEMPLATES_PATH } from '../protocol/templates/question.js';
import { TOKEN_PATH } from '../protocol/templates/token-request.js';
import type { Operation } from './openapi.js';
import type { Part } from './part.js';
import { quoting } from './quote.js';
import { json } from './schemas.js';

const quote = quoting(clauses);
const tags = ['templates'];

const tokenForm = {
  type: 'object',
  required: ['grant_type'],
  properties: {
    grant_type: { const: 'client_credentials' },
    client_id: {
      type: 'string',
      description: 'Required unless the client sends HTTP Basic credentials.',
    },
    client_secret: {
      type: 'string',
      description: 'Required unless the client sends HTTP Basic credentials.',
    },
  },
};

const token: Operation = {
  operationId: 'requestToken',
  summary: 'A bearer token for a client',
  description: quote(
    'TOK-REQ-1',
    'TOK-REQ-2',
    'TOK-ERR-4',
    'TOK-HARD-1',
    'TOK-LIFE-1',
    'TOK-LIFE-2',
  ),
  tags,
  // A client that sends its credentials in the form needs no HTTP Basic.
  security: [{ client: [] }, {}],
  requestBody: {
    required: true,
    content: { 'application/x-www-form-urlencoded': { schema: tokenForm } },
  },
  responses: {
    '200': {
      description: quote('TOK-RES-1', 'TOK-RES-2', 'TOK-RES-3', 'TOK-RES-4', 'TOK-RES-5'),
      content: json('TokenResponse'),
    },
    '400': {
      description: quote('TOK-ERR-2', 'TOK-ERR-3', 'TOK-ERR-6'),
      content: json('TokenError'),
    },
    '401': {
      description: quote('TOK-ERR-1', 'TOK-ERR-5', 'TOK-ERR-7'),
      content: json('TokenError'),
    },
  },
};

const discovery: Operation = {
  operationId: 'discover',
  summary: 'The discovery document',
  description: quote('TOK-DISC-1', 'TOK-DISC-2', 'TOK-DISC-3'),
  tags,
  security: [],
  responses: {
    '200': {
      description: 'The discovery document. All addresses in it are absolute.',
      content: json('Discovery'),
    },
  },
};

const templates: Operation = {
  operationId: 'listTemplates',
  summary: "The export templates of the client's organization",
  description: quote('ETM-AUTH-1', 'ETM-AUTH-5', 'ETM-LIST-1', 'ETM-HARD-1'),
  tags,
  security: [{ organization: [] }],
  responses: {
    '2XX': { description: 'The templates.', content: json('TemplateList') },
    '401': {
      description: quote(
        'ETM-AUTH-2',
        'ETM-AUTH-3',
        'ETM-AUTH-4',
        'ETM-AUTH-6',
        'ETM-AUTH-7',
        'ETM-AUTH-8',
      ),
    },
  },
};

export const templatesPart: Part = {
  clauses,
  tag: {
    name: 'templates',
    description: 'The export-template API, and the token endpoint that it needs.',
  },
  paths: {
    [TOKEN_PATH]: { server: 'auth', post: token },
    [DISCOVERY_PATH]: { server: 'auth', get: discovery },
    [TEMPLATES_PATH]: { server: 'templates', get: templates },
  },
  securitySchemes: {
    client: {
      type: 'http',
      scheme: 'basic',
      description: 'The id and secret of a client, as an alternative to the form.',
    },
    organization: {
      type: 'http',
      scheme: 'bearer',
      bearerFormat: 'JWT',
      description: 'A token of `requestToken`. It reaches the templates of one organization.',
    },
  },
};
