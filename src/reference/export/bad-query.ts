/**
 * A query that the document does not foresee; the message says which parameter and why. Answered
 * 400.
 */
export class BadQuery extends Error {}
