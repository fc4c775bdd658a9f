import type { Answer } from '../../src/http/answer.js';
import type { Question } from '../../src/protocol/handover/question.js';
import type { Target } from '../../src/settings/target.js';

export interface Exchange {
  readonly question: Question;
  readonly answer: Answer;
  readonly target: Target;
}

/** What a request without authorization is answered; undefined where that is not known. */
export interface Facts {
  readonly anonymous: Answer | undefined;
}
