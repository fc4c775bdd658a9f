/**
 * Describes altered tokens in words. The ledger contains them as variables such as
 * `${EXPORT_TOKEN_CUT_SHORT}`, which readers would have to guess.
 */

const FORMS: Readonly<Record<string, string>> = {
  CUT_SHORT: 'without its last character',
  LENGTHENED: 'with a letter after it',
  PREFIXED: 'with a letter before it',
  CASE_SWAPPED: 'in the other letter case',
  DASHES_SWAPPED: 'with hyphens and underscores exchanged',
  WITHOUT_DASHES: 'without its hyphens',
  WITHOUT_UNDERSCORES: 'without its underscores',
  LAST_CHARACTER_ANY: 'with `_` as its last character',
  ANY_END: 'with `%` as its last character',
  LAST_CHARACTER_CHANGED: 'with another last character',
  FIRST_CHARACTER_CHANGED: 'with another first character',
  WITHOUT_FIRST_CHARACTER: 'without its first character',
  FIRST_HALF: 'cut to its first half',
  DOUBLED: 'twice in a row',
  REVERSED: 'in reverse',
  FILLED: 'with many letters after it',
  FILLED_BEFORE: 'with many letters before it',
  DOT_FAR_BEHIND: 'with many letters and a dot after it',
  ESCAPED: 'percent-encoded',
  IN_A_LIST: 'twice in a list',
  BEHIND_A_SCHEME: 'with `Bearer ` before it',
  IN_QUOTES: 'in quotes',
  WITH_A_PARAMETER: 'with `;x` after it',
  IN_FULL_WIDTH: 'with a full-width letter',
  ANOTHER_LINE: 'with another line after it',
};

/** Texts that are sent in place of the token. */
const TEXTS: Readonly<Record<string, string>> = {
  EMPTY: 'an empty token',
  A_HYPHEN: 'the token `-`',
  UNDERSCORES: 'the token `___`',
  LONG_LETTERS: 'a token of many letters',
  ZERO: 'the token `0`',
  NULL: 'the token `null`',
  TRUE: 'the token `true`',
};

/** The description of an alteration, such as `CUT_SHORT` or `SPACE_WITHIN`. */
function formIn(name: string): string | undefined {
  const [, character, place] = /^(.+)_(WITHIN|AFTER|BEFORE)$/.exec(name) ?? [];
  if (character === undefined) return FORMS[name];
  const sign = character.toLowerCase().replaceAll('_', ' ');
  const article = /^[aeio]/.test(sign) ? 'an' : 'a';
  return `with ${article} ${sign} ${place === 'WITHIN' ? 'in' : place?.toLowerCase()} it`;
}

/**
 * Replaces the variables by words such as `the valid token without its last character`. The names
 * of altered client credentials, such as `the secret cut short`, are replaced in the same way.
 */
export const withTokensInWords = (text: string): string =>
  text
    .replace(
      /(the token )?"?\$\{(?:EXPORT|CDE)_TOKEN_([A-Z0-9_]+)\}"?/g,
      (whole, named: string | undefined, name: string) => {
        const form = formIn(name);
        const words = TEXTS[name] ?? (form && `the valid token ${form}`);
        if (words === undefined) return whole;
        return named === undefined ? `<${words}>` : words;
      },
    )
    .replace(/\bthe secret in a list$/, '`client_secret[]=assay` in place of `client_secret`')
    .replace(/\b(the (?:secret|id)) ([a-z ]+)$/, (whole, part: string, name: string) => {
      const form = FORMS[name.toUpperCase().replaceAll(' ', '_')];
      return form === undefined ? whole : `${part} ${form}`;
    });
