import { from, type Sources } from '../../src/harness/index.js';
import type { clauses } from './clauses.js';

/** Where the clauses of the handover come from, and how they are judged. */
export const sources: Sources<keyof typeof clauses & string> = {
  'HND-AUTH-1': from(
    'Endpoints, D. Handover',
    'Wording, language and status are free: it must speak of authorization, login or permission, and not of a transfer.',
  ),
  'HND-AUTH-2': from('Authentication, Handover', 'Random users are named; the answer must not be that of a success.'),
  'HND-OK-1': from('Endpoints, D. Handover', 'Sent once, with two expendable users; wording and language are free.'),
  'HND-OK-2': from('What the service does, item 5', 'Judged where the target offers a way to list resources.'),
  'HND-BODY-1': from('Endpoints, D. Handover', 'Only observed, without valid authorization.'),
  'HND-BODY-2': from('Endpoints, D. Handover', 'Parameters of the media type are allowed.'),
};
