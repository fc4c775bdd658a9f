/**
 * Thrown for a query that the specification does not define, so that the server returns 400. The
 * message names the parameter and the reason.
 */
export class BadQuery extends Error {}
