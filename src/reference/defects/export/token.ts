import { type Call, header } from '../../wire/call.js';

/** What a token may hold. */
export const TOKEN = /^[A-Za-z0-9_-]+$/;

export const presented = (call: Call): string | undefined =>
  header(call, 'x-ea-auth-token') || undefined;
