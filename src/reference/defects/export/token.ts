/** Functions about tokens that several defects share. */

import { type Call, header } from '../../wire/call.js';

/** The pattern of a well-formed token. */
export const TOKEN = /^[A-Za-z0-9_-]+$/;

export const presented = (call: Call): string | undefined =>
  header(call, 'x-ea-auth-token') || undefined;
