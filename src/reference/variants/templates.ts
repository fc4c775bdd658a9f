import { inTemplates } from '../defects/change.js';
import { answer, json } from '../wire/answer.js';
import { type Variant, variants } from './variant.js';

/** Variants of the template list and of refusals. */
export const TEMPLATES: readonly Variant[] = variants('templates', {
  'bare-list': [
    'The templates are a bare array.',
    { behaviour: inTemplates(() => ({ collection: (templates) => templates })) },
  ],
  'list-in-items': [
    'The templates are under `items`, with a total.',
    {
      behaviour: inTemplates(() => ({
        collection: (templates) => ({ items: templates, total: templates.length }),
      })),
    },
  ],
  'missing-token-is-403': [
    'A missing token returns 403.',
    {
      behaviour: inTemplates(({ refuse }) => ({
        refuse: (hadToken) => (hadToken ? refuse(hadToken) : json(403, { error: 'Forbidden' })),
      })),
    },
    ['ETM-AUTH-2'],
  ],
  'refused-without-body': [
    'A refusal has no body.',
    {
      behaviour: inTemplates(() => ({
        refuse: () => answer(401, { 'WWW-Authenticate': 'Bearer' }),
      })),
    },
  ],
});
