import { expect, it } from 'vitest';
import {
  deniesTransfer,
  mentionsAuthorization,
  saysPartTransferred,
  saysTransferred,
} from './messages.js';

it.each([
  ['You have to be authorized to access this resource.', true],
  ['Bitte melden Sie sich an: nicht angemeldet.', true],
  ['Method not allowed', false],
  ['Methods are not allowed', false],
  ['Method not allowed: log in first', true],
  ['Unknown user', false],
])('mentionsAuthorization of %j is %s', (message, expected) => {
  expect(mentionsAuthorization(message)).toBe(expected);
});

it.each([
  ['All resources have been transferred.', true],
  ['Done! All resources moved to the new user', true],
  ['User not found. All resources moved', true],
  ['Nothing was transferred.', false],
  ['Resources must be transferred', false],
  ["Resources can't be transferred", false],
  ['Notes have been transferred', true],
  ['OK', false],
])('saysTransferred of %j is %s', (message, expected) => {
  expect(saysTransferred(message)).toBe(expected);
});

it.each([
  ['Nothing was transferred.', true],
  ['You are not authorized', true],
  ['The handover failed', true],
  ['All resources have been transferred.', false],
  ['You are authorized', false],
  ['The user was not found', false],
  ['Not now. All resources have been transferred', false],
  ['Échec du transfert', true],
  ['Falló la transferencia', true],
  ['Échecs: 0', false],
])('deniesTransfer of %j is %s', (message, expected) => {
  expect(deniesTransfer(message)).toBe(expected);
});

it.each([
  ['60 of 120 resources', true],
  ['3 von 12', true],
  ['9 out of 10.', true],
  ['9 of 10, as planned', true],
  ['120 of 120 resources', false],
  ['200 of 120 resources', false],
  ['5 of 10.5 MB', false],
  ['5 of 1,000 resources', false],
  ['1.5 of 10 MB', false],
  ['5 of 12345678901', false],
  ['all resources', false],
])('saysPartTransferred of %j is %s', (message, expected) => {
  expect(saysPartTransferred(message)).toBe(expected);
});
