import { expect, it } from 'vitest';
import { negotiate } from './negotiate.js';

it.each([
  [undefined, 'json'],
  ['*/*', 'json'],
  ['application/vnd.api+json', 'json-api'],
  ['application/json, application/vnd.api+json', 'json'],
  ['application/vnd.api+json, application/json', 'json-api'],
  ['application/json;q=0.5, application/vnd.api+json;q=0.9', 'json-api'],
  ['application/json;q=0, */*', 'json-api'],
  ['application/json;q=0.5, application/*', 'json-api'],
  ['application/vnd.api+json;q=0', undefined],
  ['application/vnd.api+json;profile="a,b;c";q=0, application/json', 'json'],
  [';', undefined],
  ['text/html', undefined],
])('%s gives %s', (accept, format) => {
  expect(negotiate(accept)).toBe(format);
});
