/** Functions about tokens that several defects share. */

import { type Call, header } from '../../wire/call.js';

/** The pattern of a well-formed token. */
export const TOKEN = /^[A-Za-z0-9_-]+$/;

/** The token in the header field of a request; undefined if it is empty or missing. */
export const presented = (call: Call): string | undefined =>
  header(call, 'x-ea-auth-token') || undefined;
