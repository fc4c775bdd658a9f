/** Recognizes messages about missing authorization and about transfers, in several languages. */

/** Words of a refusal. The document specifies neither the wording nor the language (HND-AUTH-1). */
const REFUSAL = new RegExp(
  [
    'authori[sz]|authenti[ck]|permission|permitted|allowed|forbidden|denied|log[- ]?in|logged in|sign[- ]?in|signed in|credential|token|access',
    // The following words are German, French, Spanish, Portuguese, Italian, Dutch and Polish.
    'berechtig|autoris|angemeldet|anmeld|authentifi|zugriff|zugang|verboten|untersagt',
    'autoris|authentifi|connect[ée]|acc[èe]s|interdit|refus[ée]',
    'autoriz|autenti|acceso|acesso|prohibid|proibid|denegad|negad|sesión|sessão|permiso|permissão|permesso',
    'accesso|vietat|negat|toegang|gemachtigd|bevoegd|ingelogd|aangemeld|verboden|uprawni|dostęp|zalog|zabronion',
  ].join('|'),
  'i',
);
/** A message about the HTTP method is not about authorization, although it contains "allowed". */
const ABOUT_METHOD = /\bmethods? (?:is |are )?not allowed\b/gi;
export const mentionsAuthorization = (message: string): boolean =>
  REFUSAL.test(message.replace(ABOUT_METHOD, ''));

/** Words of a successful transfer, in the languages of `REFUSAL`. */
const TRANSFERRED =
  /transferr?ed|handed over|moved|reassigned|übertragen|übergeben|überschrieben|transfér[ée]e?s?|transmise?s?|transferid|trasferit|overgedragen|overgezet|przeniesion|przekazan/i;
/** Matches one of the words as a whole. `\b` is not used, because it knows only ASCII letters. */
const wordOf = (...words: readonly string[]): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.join('|')})(?![\\p{L}\\p{N}])`, 'iu');

/** Words of negations, requirements and conditions. Sentences with them confirm no transfer. */
const NOT_CONFIRMING = wordOf(
  "not|no|nothing|none|cannot|can['’]t|could ?n[o'’]t|unable|must|have to|has to|need|needs|required?|requires|before|failed|if",
  'nicht|nichts|kein|keine|keiner|keinen|konnte|konnten|muss|müssen|bevor|ohne|erforderlich|wenn|falls|fehlgeschlagen',
  "ne|n['’](?:a|ont|est)|pas|rien|aucune?|doit|doivent|devez|avant|sans|échoué|impossible",
  'nada|ningún|ninguno|ninguna|debe|deben|antes|sin|não|nenhum|nenhuma|deve|devem|sem|falló|falhou',
  'non|niente|nessuna?|prima|senza|niet|niets|geen|moet|moeten|voordat|zonder|nie|nic|żaden|musi|przed',
);

/** Words of a failure, in the same languages. */
const FAILURE = wordOf(
  'failed|failure|error|denied|forbidden|fehlgeschlagen|fehler|échec|erreur|fallo|falló|errore|fout|błąd',
);

const sentencesOf = (message: string): readonly string[] => message.split(/[.!?;\n]+/);

export const saysTransferred = (message: string): boolean =>
  sentencesOf(message).some(
    (sentence) => TRANSFERRED.test(sentence) && !NOT_CONFIRMING.test(sentence),
  );

/** True if the message reports a failure, or denies a transfer or the permission. */
export const deniesTransfer = (message: string): boolean =>
  FAILURE.test(message) ||
  sentencesOf(message).some(
    (sentence) =>
      NOT_CONFIRMING.test(sentence) &&
      (TRANSFERRED.test(sentence) || mentionsAuthorization(sentence)),
  );

/** Recognizes numbers such as `60 of 120`. The first number must be smaller. */
export function saysPartTransferred(message: string): boolean {
  const [, some, all] =
    /(?<![\d.,])(\d{1,9}) (?:out of|of|von|sur|de|di|van|z) (\d{1,9})(?![\d.,]\d)/iu.exec(
      message,
    ) ?? [];
  return some !== undefined && Number(some) < Number(all);
}
