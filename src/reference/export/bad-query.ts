/**
 * Thrown for a query that the document does not specify, and returned as 400. The message names the
 * parameter and the reason.
 */
export class BadQuery extends Error {}
