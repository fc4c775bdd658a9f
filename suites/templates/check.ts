import { checksFor } from '../../src/harness/index.js';
import { clauses } from './clauses.js';

/** A check of the token endpoint: needs the authentication server and a client. */
export const tokenCheck = checksFor('templates', clauses, ['templates.authUrl', 'templates.client']);

/** A check of the template API: needs its address as well. */
export const apiCheck = checksFor('templates', clauses, ['templates.baseUrl', 'templates.authUrl', 'templates.client']);
