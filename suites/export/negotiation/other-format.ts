import { PLAIN, type ProductsQuestion } from '../../../src/protocol/export/question.js';

/** The question of a page in the plain format, in the JSON:API format. */
export const inTheOtherFormat = ({
  accept,
  ...question
}: ProductsQuestion): ProductsQuestion | undefined =>
  accept === PLAIN && question.groupBy === undefined ? question : undefined;
