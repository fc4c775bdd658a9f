import { PLAIN, type ProductsQuestion } from '../../../src/protocol/export/question.js';

/** For a question in the plain format, the question for the same page in the JSON:API format. */
export const inTheOtherFormat = ({
  accept,
  ...question
}: ProductsQuestion): ProductsQuestion | undefined =>
  accept === PLAIN && question.groupBy === undefined ? question : undefined;
