import { describeAnswer, deviates, expectSchema, inconclusive, warns } from '../../src/harness/index.js';
import type { Answer } from '../../src/http/index.js';

/** Words of a refusal: the wording and the language are free (HND-AUTH-1). */
const REFUSAL = new RegExp(
  [
    'authori[sz]|authenti[ck]|permission|permitted|allowed|forbidden|denied|log[- ]?in|logged in|sign[- ]?in|signed in|credential|token|access',
    // German, French, Spanish, Portuguese, Italian, Dutch, Polish.
    'berechtig|autoris|angemeldet|anmeld|authentifi|zugriff|zugang|verboten|untersagt',
    'autoris|authentifi|connect[ée]|acc[èe]s|interdit|refus[ée]',
    'autoriz|autenti|acceso|acesso|prohibid|proibid|denegad|negad|sesión|sessão|permiso|permissão|permesso',
    'accesso|vietat|negat|toegang|gemachtigd|bevoegd|ingelogd|aangemeld|verboden|uprawni|dostęp|zalog|zabronion',
  ].join('|'),
  'i',
);
const ABOUT_METHOD = /\bmethods? (?:is |are )?not allowed\b/gi;
const speaksOfAuthorization = (message: string): boolean => REFUSAL.test(message.replace(ABOUT_METHOD, ''));

/** A transfer that was made, in the same languages. */
const TRANSFERRED =
  /transferr?ed|handed over|moved|reassigned|übertragen|übergeben|überschrieben|transfér[ée]e?s?|transmise?s?|transferid|trasferit|overgedragen|overgezet|przeniesion|przekazan/i;
/** What makes the contrary of it, a demand, or a condition. */
const NEGATION = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${[
    "not|no|nothing|none|cannot|can['’]t|could ?n[o'’]t|unable|must|have to|has to|need|needs|required?|requires|before|failed|if",
    'nicht|nichts|kein|keine|keiner|keinen|konnte|konnten|muss|müssen|bevor|ohne|erforderlich|wenn|falls|fehlgeschlagen',
    "ne|n['’](?:a|ont|est)|pas|rien|aucune?|doit|doivent|devez|avant|sans|échoué|impossible",
    'nada|ningún|ninguno|ninguna|debe|deben|antes|sin|não|nenhum|nenhuma|deve|devem|sem|falló|falhou',
    'non|niente|nessuna?|prima|senza|niet|niets|geen|moet|moeten|voordat|zonder|nie|nic|żaden|musi|przed',
  ].join('|')})(?![\\p{L}\\p{N}])`,
  'iu',
);

const sentencesOf = (message: string): readonly string[] => message.split(/[.!?;\n]+/);

/** Whether a message says that resources were transferred, as only a success may; in one of its sentences is enough. */
const saysTransferred = (message: string): boolean =>
  sentencesOf(message).some((sentence) => TRANSFERRED.test(sentence) && !NEGATION.test(sentence));

/** Whether a message says that nothing was transferred, or that somebody may not. */
const saysOpposite = (message: string): boolean =>
  sentencesOf(message).some(
    (sentence) =>
      NEGATION.test(sentence) &&
      (TRANSFERRED.test(sentence) || speaksOfAuthorization(sentence) || FAILURE.test(sentence)),
  ) || FAILURE.test(message);
/** Whether a message counts fewer than there are: `60 of 120`. */
function saysSome(message: string): boolean {
  const [, some, all] =
    /(?<![\d.,])(\d{1,9}) (?:out of|of|von|sur|de|di|van|z) (\d{1,9})(?![\d.,]\d)/iu.exec(message) ?? [];
  return some !== undefined && Number(some) < Number(all);
}
const FAILURE =
  /\b(?:failed|failure|error|denied|forbidden|fehlgeschlagen|fehler|échec|erreur|fallo|falló|errore|fout|błąd)\b/i;

/** A success in words (HND-OK-1): a warning where no known language reads it as one, a deviation where it denies it. */
export function expectTransferred(answer: Answer): string {
  const message = messageOf(answer);
  const expected = 'a message that all resources have been transferred';
  if (saysTransferred(message) && !saysSome(message)) return message;
  if (saysSome(message) || saysOpposite(message)) deviates(expected, `"${message}"`, answer);
  return warns(expected, `"${message}", which no known language reads so`, answer);
}

/** Whether an answer says that resources were transferred. */
export const speaksOfTransfer = (answer: Answer): boolean => saysTransferred(said(answer) ?? '');

/** The message of an answer; a deviation where there is none. */
const messageOf = (answer: Answer): string => expectSchema(answer, 'handover/answer').message;

/** A refusal in words: nothing was transferred, and authorization is what is missing. */
export function expectRefusal(answer: Answer, why: string): string {
  const message = messageOf(answer);
  if (saysTransferred(message)) deviates(`a refusal of ${why}`, `"${message}"`, answer);
  if (message.trim() === '') deviates('a message that says that authorization is required', 'an empty one', answer);
  const refusedByStatus = answer.status === 401 || answer.status === 403;
  if (!refusedByStatus && !speaksOfAuthorization(message))
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
  if (message === undefined && [502, 503, 504].includes(answer.status))
    inconclusive(`${answer.status} for ${why}, which tells of what stands before the target`);
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
