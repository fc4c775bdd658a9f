import { observed } from '../../src/harness/finding.js';
import { open } from '../../src/harness/topic.js';
import { itemsIn } from '../../src/protocol/templates/jwt.js';
import { membersOf } from '../../src/schema/json-value.js';
import { controlResponse } from './tokens.js';
import type { TemplatesTopics } from './topic.js';

/**
 * The clause about the shape of the template list (ETM-LIST-1). The document does not define this
 * shape.
 */
export const templateList = {
  'ETM-LIST-1': {
    clause: open('status, media type and shape of the collection; other endpoints')
      .in('Endpoints, B. Export-template API')
      .judged('Only observed: the document does not specify it.'),
    checks: {
      'templates.list.shape': {
        title: 'status, media type and shape of the collection',
        requests: { shared: 1 },
        needs: ['templates.baseUrl'],
        async walks(context) {
          const answer = await controlResponse(context);
          const members = Object.keys(membersOf(answer.json)).join(', ') || 'nothing';
          const shape = Array.isArray(answer.json) ? 'a bare array' : `an object of ${members}`;
          return observed('shape of the collection', [
            { question: 'status and media type', answer: `${answer.status} ${answer.mediaType}` },
            { question: 'shape', answer: `${shape}, ${itemsIn(answer).length} templates` },
          ]);
        },
      },
    },
  },
} satisfies TemplatesTopics;
