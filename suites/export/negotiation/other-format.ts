import { PLAIN, type ProductsQuestion } from '../../../src/protocol/export/question.js';

/**
 * For a request in the plain format, the same request in the JSON:API format. Undefined for any
 * other request and for groups.
 */
export const inTheOtherFormat = ({
  accept,
  ...question
}: ProductsQuestion): ProductsQuestion | undefined =>
  accept === PLAIN && question.groupBy === undefined ? question : undefined;
