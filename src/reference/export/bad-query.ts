/**
 * Thrown for a query that the specification does not define. The server then returns 400. The
 * message names the parameter and the reason.
 */
export class BadQuery extends Error {}
