/** The handover in the OpenAPI document. */

import { clauses } from '../../suites/handover/topics.js';
import { HANDOVER_PATH } from '../protocol/handover/question.js';
import type { Operation } from './openapi.js';
import type { Part } from './part.js';
import { quoting } from './quote.js';
import { json } from './schemas.js';

const quote = quoting(clauses);

const handover: Operation = {
  operationId: 'handOver',
  summary: 'Transfers all resources of one user to another',
  description: quote(
    'HND-OK-2',
    'HND-AUTH-2',
    'HND-AUTH-3',
    'HND-BODY-1',
    'HND-BODY-2',
    'HND-BODY-3',
    'HND-HARD-1',
  ),
  tags: ['handover'],
  security: [{ handoverToken: [] }],
  requestBody: { required: true, content: json('HandoverRequest') },
  responses: {
    '2XX': { description: quote('HND-OK-1'), content: json('HandoverAnswer') },
    default: {
      description: `A refusal, whose status is not in the document.\n\n${quote('HND-AUTH-1')}`,
      content: json('HandoverAnswer'),
    },
  },
};

export const handoverPart: Part = {
  clauses,
  tag: { name: 'handover', description: 'The handover of the content delivery API.' },
  paths: { [HANDOVER_PATH]: { server: 'handover', post: handover } },
  securitySchemes: {
    handoverToken: {
      type: 'http',
      scheme: 'bearer',
      description:
        'A token of an OAuth 2.0 authorization code grant, whose addresses are not in the document.',
    },
  },
};
