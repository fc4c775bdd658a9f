import { describeAnswer, deviates, expectSchema, warns } from '../../src/harness/index.js';
import type { Answer } from '../../src/http/index.js';

/** Words of a refusal: the wording itself is free (HND-AUTH-1). */
const REFUSAL =
  /authori[sz]|authenti[ck]|permission|permitted|allowed|forbidden|denied|log[- ]?in|logged in|sign[- ]?in|signed in|credential|token|access/i;
const TRANSFERRED = /transferr?ed|handed over|moved|reassigned/i;
const NEGATION = /\b(not|no|nothing|cannot|can't|could ?n[o']t|unable|must|need|required?|requires|before|failed)\b/i;

/** Whether a message says that resources were transferred, as only a success may. */
export const saysTransferred = (message: string): boolean => TRANSFERRED.test(message) && !NEGATION.test(message);

/** The message of an answer; a deviation where there is none. */
export const messageOf = (answer: Answer): string => expectSchema(answer, 'handover/answer').message;

/** A refusal in words: nothing was transferred, and authorization is what is missing. */
export function expectRefusal(answer: Answer, why: string): string {
  const message = messageOf(answer);
  if (saysTransferred(message)) deviates(`a refusal of ${why}`, `"${message}"`, answer);
  if (!REFUSAL.test(message)) deviates('a message that says that authorization is required', `"${message}"`, answer);
  if (answer.ok || answer.status >= 500) warns(`a status that refuses ${why}`, describeAnswer(answer), answer);
  return message;
}

/** No success for it: the status may be any but 2xx, and no message says that resources were transferred. */
export function expectNothingMoved(answer: Answer, why: string): void {
  const { message } = (answer.json ?? {}) as { readonly message?: unknown };
  if (typeof message === 'string' && saysTransferred(message))
    deviates(`nothing transferred for ${why}`, `"${message}"`, answer);
  if (answer.ok || answer.status >= 500) warns(`a status that refuses ${why}`, describeAnswer(answer), answer);
}
