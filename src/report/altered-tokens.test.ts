import { expect, it } from 'vitest';
import { withTokensInWords } from './altered-tokens.js';

it.each([
  ['the token "${EXPORT_TOKEN_CUT_SHORT}"', 'the valid token without its last character'],
  ['the token "${EXPORT_TOKEN_E_ACUTE_WITHIN}"', 'the valid token with an e acute in it'],
  ['the token "${EXPORT_TOKEN_DOT_AFTER}"', 'the valid token with a dot after it'],
  [
    'POST /handover with Authorization: Bearer ${CDE_TOKEN_LENGTHENED}',
    'POST /handover with Authorization: Bearer <the valid token with a letter after it>',
  ],
  ['the token "${EXPORT_TOKEN_LONG_LETTERS}"', 'a token of many letters'],
  [
    'a token request of the client by HTTP Basic with the secret case swapped',
    'a token request of the client by HTTP Basic with the secret in the other letter case',
  ],
  [
    'a token request of the client by the form with the secret in a list',
    'a token request of the client by the form with `client_secret[]=assay` in place of `client_secret`',
  ],
  ['Authorization: Basic ${EXPORT_TOKEN_USER}', 'Authorization: Basic ${EXPORT_TOKEN_USER}'],
  ['the token "${EXPORT_OTHER_TOKEN}"', 'the token "${EXPORT_OTHER_TOKEN}"'],
])('%s is described', (text, words) => {
  expect(withTokensInWords(text)).toBe(words);
});
