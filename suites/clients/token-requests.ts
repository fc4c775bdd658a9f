import { deviates } from '../../src/harness/index.js';
import { unfinished } from './ending.js';
import { formOf, type Recording, tokenRequests } from './recording.js';

/**
 * Every token request that was sent is what the document asks for (CLI-TOK-2). A parameter without a value counts as
 * left out (RFC 6749 section 3.2).
 */
export function expectTokenForms(recording: Recording): void {
  for (const request of tokenRequests(recording)) {
    const form = formOf(request);
    const type = request.header('content-type')?.split(';')[0]?.trim().toLowerCase();
    if (request.method !== 'POST' || type !== 'application/x-www-form-urlencoded')
      deviates(
        'POST of application/x-www-form-urlencoded',
        `${request.method} of ${type ?? 'no media type'}`,
        request.answer,
      );
    const grant = form.get('grant_type');
    if (grant !== 'client_credentials')
      deviates('grant_type=client_credentials', `grant_type=${grant}`, request.answer);
    const scope = form.getAll('scope').find((value) => value !== '');
    if (scope !== undefined) deviates('no scope', `scope=${scope}`, request.answer);
  }
}

/** The same, and so many of them were sent at least. Answers a witness. */
export function expectTokenRequests(recording: Recording, least = 1): string {
  expectTokenForms(recording);
  const asked = tokenRequests(recording);
  if (asked.length < least)
    unfinished(least === 1 ? 'a token request' : `${least} token requests`, String(asked.length), recording, asked);
  return `${asked.length} token requests by client credentials, without scope`;
}
