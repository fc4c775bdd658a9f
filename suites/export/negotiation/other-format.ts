import { PLAIN, type ProductsQuestion } from '../../../src/protocol/export/question.js';

/**
 * Returns the JSON:API request for a request in the plain format. Returns undefined for any other
 * request, and for requests with groupBy.
 */
export const inTheOtherFormat = ({
  accept,
  ...question
}: ProductsQuestion): ProductsQuestion | undefined =>
  accept === PLAIN && question.groupBy === undefined ? question : undefined;
