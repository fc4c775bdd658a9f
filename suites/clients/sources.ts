import { from, type Sources } from '../../src/harness/index.js';
import type { ClauseId } from './clauses.js';

/** Where the clauses of clients come from, and how they are judged. */
export const sources: Sources<ClauseId> = {
  'CLI-TOK-1': from(
    'Authentication, Export-template API, item 8',
    'Token requests are counted, for calls one after the other and at once.',
  ),
  'CLI-TOK-2': from(
    'Authentication, Export-template API, items 3 and 8',
    'The second token request is compared with the first.',
  ),
  'CLI-TOK-3': from(
    'Authentication, Export-template API, item 8',
    'Each call is compared with the lifetime of the token that it carries.',
  ),
  'CLI-TOK-4': from(
    'Authentication, Export-template API, item 8',
    'Requests after a 401 are counted; method and body of the repetition are the same.',
  ),
  'CLI-TOK-5': from('Authentication, Export-template API, item 8', 'Requests after the second 401 are counted.'),
  'CLI-TOK-6': from(
    'Authentication, Export-template API, item 2',
    'The secret is searched for in every request, in every spelling.',
  ),
  'CLI-TOK-7': from('Authentication, Export-template API, item 7', 'The header of each call is compared.'),
  'CLI-TOK-8': from('RFC 9110, section 10.2.3', 'Requests are counted, and the pauses between them measured.'),
  'CLI-EXP-1': from('Authentication, Export API, items 1 and 5', 'The headers of each call are looked at.'),
  'CLI-EXP-2': from(
    'Endpoints, A. Export API, query parameters',
    'The windows that were asked for are joined; the last page may be exactly full.',
  ),
  'CLI-EXP-3': from('Errors, Export API, rules 1 and 2', 'The client reports the message of both shapes.'),
  'CLI-PLT-1': from(
    'Resources, cursor pagination response',
    'For both readings of `next`, and an end that is 0, null or a short page.',
  ),
};
