import { describe, expect, it } from 'vitest';
import { FORM, recordingOf, tokenRequest } from '../../tests/clients/recording-of.js';
import { tokenForms } from './token-forms.js';

const { scenarios, traffic } = tokenForms['CLI-TOK-2'];

describe('CLI-TOK-2', () => {
  const { rule } = traffic['clients.traffic.forms'];

  it('holds for the documented form, also with an empty scope', () => {
    expect(rule(recordingOf([tokenRequest()]))).toBeUndefined();
    expect(rule(recordingOf([tokenRequest({ body: `${FORM}&scope=` })]))).toBeUndefined();
  });

  it.each([
    ['a refresh grant', { body: FORM.replace('client_credentials', 'refresh_token') }],
    ['a scope', { body: `${FORM}&scope=all` }],
    ['a GET', { method: 'GET' }],
    ['JSON', { headers: { 'Content-Type': 'application/json' } }],
  ])('is violated by %s', (_, more) => {
    expect(rule(recordingOf([tokenRequest(more)]))).toMatchObject({ kind: 'deviates' });
  });

  it('is violated if the token endpoint refuses a secret with reserved characters', () => {
    const isUnchanged = scenarios['clients.token.request-encoded'].rules[2];
    expect(isUnchanged?.(recordingOf([tokenRequest()]))).toBeUndefined();
    const refused = recordingOf([tokenRequest({ status: 401 })]);
    expect(isUnchanged?.(refused)).toMatchObject({ kind: 'deviates' });
  });
});
