import { describeAnswer, deviates, expectSchema, warns } from '../../src/harness/index.js';
import type { Answer } from '../../src/http/index.js';

/** Words of a refusal: the wording itself is free (HND-AUTH-1). */
const REFUSAL =
  /authori[sz]|authenti[ck]|permission|permitted|allowed|forbidden|denied|log[- ]?in|logged in|sign[- ]?in|signed in|credential|token|access/i;
const ABOUT_METHOD = /\bmethods? (?:is |are )?not allowed\b/gi;
const speaksOfAuthorization = (message: string): boolean => REFUSAL.test(message.replace(ABOUT_METHOD, ''));

const TRANSFERRED = /transferr?ed|handed over|moved|reassigned/i;
const NEGATION = /\b(not|no|nothing|cannot|can't|could ?n[o']t|unable|must|need|required?|requires|before|failed)\b/i;

/** Whether a message says that resources were transferred, as only a success may. */
export const saysTransferred = (message: string): boolean => TRANSFERRED.test(message) && !NEGATION.test(message);

/** Whether an answer says that resources were transferred. */
export const speaksOfTransfer = (answer: Answer): boolean => saysTransferred(said(answer) ?? '');

/** The message of an answer; a deviation where there is none. */
export const messageOf = (answer: Answer): string => expectSchema(answer, 'handover/answer').message;

/** A refusal in words: nothing was transferred, and authorization is what is missing. */
export function expectRefusal(answer: Answer, why: string): string {
  const message = messageOf(answer);
  if (saysTransferred(message)) deviates(`a refusal of ${why}`, `"${message}"`, answer);
  if (!speaksOfAuthorization(message))
    deviates('a message that says that authorization is required', `"${message}"`, answer);
  if (answer.ok || answer.status >= 500) warns(`a status that refuses ${why}`, describeAnswer(answer), answer);
  return message;
}

/**
 * No success for it: no message says that resources were transferred, and the status should refuse. Where a request
 * without authorization is refused as such, an answer about something else has looked past the credentials.
 */
export function expectNothingMoved(answer: Answer, why: string, anonymous: Answer): void {
  const message = said(answer);
  if (speaksOfTransfer(answer)) deviates(`nothing transferred for ${why}`, `"${message}"`, answer);
  if (answer.ok || answer.status >= 500) warns(`a status that refuses ${why}`, describeAnswer(answer), answer);
  const refusesOthers = speaksOfAuthorization(said(anonymous) ?? '');
  const refused = answer.status === 401 || answer.status === 403 || speaksOfAuthorization(message ?? '');
  if (refusesOthers && !refused)
    warns(`${why} refused as a request without authorization is`, describeAnswer(answer), anonymous, answer);
}

function said({ json }: Answer): string | undefined {
  const { message } = (json ?? {}) as { readonly message?: unknown };
  return typeof message === 'string' ? message : undefined;
}
