import { from, type Sources } from '../../src/harness/index.js';
import type { ClauseId } from './clauses.js';

/** Where the clauses of the token endpoint and the export-template API come from, and how they are judged. */
export const sources: Sources<ClauseId> = {
  'TOK-REQ-1': from('Authentication, Export-template API, items 3 and 4', 'The form is sent without a scope.'),
  'TOK-REQ-2': from(
    'Authentication, Export-template API, item 3',
    'Reserved characters of a secret are form-encoded or sent raw: one of the two must work.',
  ),
  'TOK-RES-1': from('Resources, token response', 'Types and values are checked by a JSON Schema.'),
  'TOK-RES-2': from('Resources, token response', 'The member is looked for.'),
  'TOK-RES-3': from('RFC 6749, section 5.1', 'Both headers of the answer are looked at.'),
  'TOK-RES-4': from(
    'RFC 7519, section 4.1.4, and RFC 8725, section 3.1',
    'The signature is verified with the keys that the discovery document names; the two times may differ by 60 s.',
  ),
  'TOK-ERR-1': from(
    'Authentication, Export-template API, item 5',
    'In the form and with Basic, also with an empty secret; the right secret must work.',
  ),
  'TOK-ERR-2': from('Authentication, Export-template API, item 5', 'Asked with a client that is set up so.'),
  'TOK-ERR-3': from('RFC 6749, section 5.2', 'Shape, status and error code are compared.'),
  'TOK-ERR-4': from('RFC 6749, sections 2.3.1 and 3.2', 'No token may come back.'),
  'TOK-ERR-5': from(
    'RFC 6749, section 5.2',
    'Only observed; answers that differ are a warning, for they let an attacker list clients.',
  ),
  'TOK-DISC-1': from('Authentication, Export-template API, item 6', 'The three members are looked for.'),
  'TOK-DISC-2': from(
    'Authentication, Export-template API, item 6',
    'A token is asked for at the address that it names, on a configured host.',
  ),
  'TOK-DISC-3': from('OpenID Connect Discovery 1.0, section 3', 'The three values are compared.'),
  'TOK-LIFE-1': from(
    'Authentication, Export-template API, item 8',
    'One token is used again, also after another was issued, and shortly before its end where that is within the patience.',
  ),
  'TOK-LIFE-2': from(
    'Authentication, Export-template API, item 8',
    'One token request and one repetition are sent; a second 401 is a failure.',
  ),
  'ETM-AUTH-1': from('Endpoints, B. Export-template API', 'The status is looked at; what the body is stays open.'),
  'ETM-AUTH-2': from(
    'Endpoints, B. Export-template API',
    'An answer with templates is a failure, another status than 401 a warning.',
  ),
  'ETM-AUTH-3': from(
    'Authentication, Export-template API, item 8',
    'The end of a token is waited for within the patience, with a leeway of 60 s.',
  ),
  'ETM-AUTH-4': from(
    'Endpoints, B. Export-template API',
    'Each token is tampered with in one way; the whole one must be accepted.',
  ),
  'ETM-AUTH-5': from(
    'Authentication, Export-template API, item 1',
    'What the tokens of two organizations get is compared.',
  ),
  'ETM-AUTH-6': from(
    'RFC 9110, section 11.1, and RFC 6750, section 2.1',
    'The valid token is sent under other schemes and cases.',
  ),
  'ETM-AUTH-7': from(
    'RFC 6750, section 2.3',
    'The token is sent in the query alone, and may be one that is worth nothing.',
  ),
  'ETM-LIST-1': from('Endpoints, B. Export-template API', 'Only observed: the document does not say it.'),
};
