import { authDestination } from './auth-destination.js';
import { authHeader } from './auth-header.js';
import { authOpen } from './auth-open.js';
import { authToken } from './auth-token.js';

/** Who is let in, clause by clause. */
export const auth = [...authToken, ...authDestination, ...authHeader, ...authOpen];
