import { PLAIN, type ProductsQuestion } from '../../../src/protocol/export/question.js';

/**
 * For a request in the plain format, the request for the same page in the JSON:API format;
 * undefined for any other request and for groups.
 */
export const inTheOtherFormat = ({
  accept,
  ...question
}: ProductsQuestion): ProductsQuestion | undefined =>
  accept === PLAIN && question.groupBy === undefined ? question : undefined;
