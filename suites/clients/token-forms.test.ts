import { describe, expect, it } from 'vitest';
import { FORM, recordingOf, tokenRequest } from '../../tests/clients/recording-of.js';
import { tokenForms } from './token-forms.js';

const FORM_TYPE = 'application/x-www-form-urlencoded';
const { scenarios, traffic } = tokenForms['CLI-TOK-2'];

describe('CLI-TOK-2', () => {
  const { rule } = traffic['clients.traffic.forms'];

  it('holds for the documented form, also with an empty scope', () => {
    expect(rule(recordingOf([tokenRequest()]))).toBeUndefined();
    expect(rule(recordingOf([tokenRequest({ body: `${FORM}&scope=` })]))).toBeUndefined();
    const headers = { 'Content-Type': 'Application/X-WWW-Form-URLencoded ; charset=UTF-8' };
    expect(rule(recordingOf([tokenRequest({ headers })]))).toBeUndefined();
  });

  it.each([
    [
      'a refresh grant',
      { body: FORM.replace('client_credentials', 'refresh_token') },
      'grant_type=client_credentials',
      'grant_type=refresh_token',
    ],
    ['a scope', { body: `${FORM}&scope=all` }, 'no scope', 'scope=all'],
    ['a second scope', { body: `${FORM}&scope=&scope=all` }, 'no scope', 'scope=all'],
    ['a GET', { method: 'GET' }, `POST of ${FORM_TYPE}`, `GET of ${FORM_TYPE}`],
    [
      'JSON',
      { headers: { 'Content-Type': 'application/json' } },
      `POST of ${FORM_TYPE}`,
      'POST of application/json',
    ],
    ['no media type', { headers: {} }, `POST of ${FORM_TYPE}`, 'POST of no media type'],
  ])('is violated by %s', (_, more, expected, actual) => {
    const finding = rule(recordingOf([tokenRequest(more)]));
    expect(finding).toMatchObject({ kind: 'deviates', expected, actual });
  });

  it('is violated if the token endpoint refuses a secret with reserved characters', () => {
    const isUnchanged = scenarios['clients.token.request-encoded'].rules[2];
    expect(isUnchanged?.(recordingOf([tokenRequest()]))).toBeUndefined();
    const refused = recordingOf([tokenRequest({ status: 401 })]);
    expect(isUnchanged?.(refused)).toMatchObject({
      kind: 'deviates',
      expected: 'the exact secret, form-encoded in the body or in Basic credentials',
      actual: 'another secret: the token endpoint refused it',
    });
  });
});
