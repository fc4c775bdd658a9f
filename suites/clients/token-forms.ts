import { callCount, tokenRequestCount } from './counts.js';
import { type Recorded, type Recording, tokenRequests } from './recording.js';
import { deviation, type Rule } from './rule.js';
import { listing, REVOKED } from './tasks.js';
import { LIFETIME, longerThan } from './token-expiry.js';
import { type ClientTopics, must } from './topic.js';

/**
 * The clause that every token request is a client-credentials grant without scope, also at renewal.
 */
export const tokenForms = {
  'CLI-TOK-2': {
    clause: must(
      'it renews the token by repeating the token request, never by a refresh grant, and sends no scope',
    )
      .in('Authentication, Export-template API, items 3 and 8')
      .judged('Checks the method, media type, grant and scope of every token request.'),
    scenarios: {
      'clients.token.request': {
        title: 'The token request of one API call',
        ...listing(1, {}, documentedForms, tokenRequestCount(1)),
        everywhere: documentedForms,
      },
      'clients.token.request-encoded': {
        title: 'A secret with reserved characters',
        ...listing(
          1,
          { tokens: { reservedSecret: true } },
          documentedForms,
          tokenRequestCount(1),
          secretUnchanged,
          callCount(1),
        ),
      },
      'clients.token.renewal-grant': {
        title:
          'API calls that continue for longer than a token is valid, with a refresh token offered',
        task: 'list-templates-for 5',
        script: { tokens: { lifetimeSeconds: LIFETIME, offersRefresh: true } },
        rules: [documentedForms, tokenRequestCount(2), callCount(2), longerThan(LIFETIME)],
        maxRequests: 1000,
      },
      'clients.token.refused-grant': {
        title: 'A refused call, with a refresh token offered',
        ...listing(
          2,
          { ...REVOKED, tokens: { offersRefresh: true } },
          documentedForms,
          tokenRequestCount(2),
        ),
      },
    },
    traffic: {
      'clients.traffic.forms': {
        title: 'The form of token requests',
        tests: issuing,
        rule: documentedForms,
      },
    },
  },
} satisfies ClientTopics;

/** Returns the token requests that issued a token. */
export function issuing(recording: Recording): readonly Recorded[] {
  return tokenRequests(recording).filter(({ answer }) => answer.ok);
}

/**
 * Requires that every token request has the documented form. A scope without a value counts as left
 * out (RFC 6749 section 3.2).
 */
function documentedForms(recording: Recording): ReturnType<Rule> {
  for (const request of tokenRequests(recording)) {
    const form = new URLSearchParams(request.body);
    const type = request.header('content-type')?.split(';')[0]?.trim().toLowerCase();
    if (request.method !== 'POST' || type !== 'application/x-www-form-urlencoded') {
      const sent = `${request.method} of ${type ?? 'no media type'}`;
      return deviation('POST of application/x-www-form-urlencoded', sent, request);
    }
    const grant = form.get('grant_type');
    if (grant !== 'client_credentials') {
      return deviation('grant_type=client_credentials', `grant_type=${grant}`, request);
    }
    const scope = form.getAll('scope').find((value) => value !== '');
    if (scope !== undefined) return deviation('no scope', `scope=${scope}`, request);
  }
  return undefined;
}

/** An accepted secret proves that its reserved characters arrived unchanged. */
function secretUnchanged(recording: Recording): ReturnType<Rule> {
  if (issuing(recording).length > 0) return undefined;
  const expected = 'the exact secret, form-encoded in the body or in Basic credentials';
  const actual = 'another secret: the token endpoint refused it';
  return deviation(expected, actual, ...tokenRequests(recording));
}
