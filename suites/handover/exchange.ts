import type { Answer, Target } from '../../src/harness/suite.js';
import type { Question } from '../../src/protocol/handover/question.js';

export interface Exchange {
  readonly question: Question;
  readonly answer: Answer;
  readonly target: Target;
}

/** What a request without authorization is answered; undefined where that is not known. */
export interface Facts {
  readonly anonymous: Answer | undefined;
}
