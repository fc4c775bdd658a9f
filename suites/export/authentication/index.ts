import { authOpen } from './borderline.js';
import { authDestination } from './destination.js';
import { authHeader } from './header.js';
import { authPaths } from './paths.js';
import { authToken } from './token.js';

/** Who is let in, clause by clause. */
export const auth = [...authToken, ...authDestination, ...authHeader, ...authPaths, ...authOpen];
