/** Functions for the tokens of requests, which several defects use. */

import { type Call, header } from '../../wire/call.js';

export const WELL_FORMED_TOKEN = /^[A-Za-z0-9_-]+$/;

/** Returns the token of a request, or undefined if the token is empty or missing. */
export const presentedToken = (call: Call): string | undefined =>
  header(call, 'x-ea-auth-token') || undefined;
