/** Recognizes values that a recorder replaced by placeholders. */

/**
 * Text in brackets, a template, or a variable: `[FILTERED]`, `<removed>`, `{{token}}`, `${TOKEN}`.
 */
const BRACKETED =
  /^(?:\[[^[\]{}",:]+\]|<[^<>"]+>|\{\{[^{}]+\}\}|\$\{[^{}]+\}|\$\([^()]+\)|\{[\w .-]+\}|\([\w ]+\)|__\w+__|«[^«»]+»)$/;
/**
 * A repeated character, such as an asterisk or bullet. The letter x must occur at least four times.
 */
const REPEATED = /^(?:([^\w\s])\1+|([xX#])\2{3,}|[•●∙·…*█▇▒]+)$/u;
/** A digest with the name of its algorithm, such as `sha256:…`. */
const DIGEST =
  /^(?:sha-?\d+|md5|hmac(?:-?sha-?\d+)?|blake\w*|hash(?:ed)?|enc(?:rypted)?)[:\-=$(]+[\w+/=.-]{4,}\)?$/i;
/** A value of which a part was replaced: `abc…`, `ab****yz`. */
const SHORTENED = /[…•●█]|\*{3,}|\w\.{3}$/u;

/** The scheme before a credential. Recorders replace only the credential. */
const SCHEME = /^(?:basic|bearer|digest|token|apikey) +/i;

/**
 * Whether a value is a placeholder because of brackets, repeated characters, a digest or an
 * ellipsis. Words such as `REDACTED` are not recognized here, but by `StandIns`.
 */
export const looksReplaced = (value: string): boolean =>
  looksReplacedWhole(value) || looksShortened(value);

function looksReplacedWhole(value: string): boolean {
  const bare = value.trim().replace(SCHEME, '');
  if (bare === '' || bare.length > MAX_VALUE_LENGTH) return false;
  return BRACKETED.test(bare) || REPEATED.test(bare) || DIGEST.test(bare);
}

const looksShortened = (value: string): boolean =>
  value.length <= MAX_VALUE_LENGTH && SHORTENED.test(value);

/** Whether a value is a word, such as `REDACTED` or `hidden`. No real credential is a word. */
export const isPlainWord = (value: string): boolean =>
  /^(?:[A-Z]+|[A-Z]?[a-z]+)$/.test(value.trim().replace(SCHEME, '')) && value.length <= 24;

/** Longer values are not examined, so they never count as placeholders. */
export const MAX_VALUE_LENGTH = 200;

/** The maximum number of stored values. */
const MAX_VALUES = 20_000;
/** A value that occurs under at least this number of names counts as a placeholder. */
const FEWEST_NAMES = 3;

/** A member of a JSON body whose value is a text. */
const MEMBER = /"((?:[^"\\]|\\.){1,80})"\s*:\s*"((?:[^"\\]|\\.){1,200})"/g;
/** A quick test whether a JSON body may contain a replaced text. */
const MAY_BE_REPLACED = /:\s*"\s*(?:[^\w\s"]|sha|md5|hmac|hash|enc|xx|XX)|[…•●█]|\*{3}|\.{3}"/i;

/**
 * Collects the values of a recording. A value that occurs under several names, where different
 * values are expected, is a placeholder.
 */
export class StandIns {
  /** For each value, the names under which it occurred. */
  readonly #names = new Map<string, Set<string>>();

  /** Adds a value. `name` is the name of its header field or member. */
  see(name: string, value: string): void {
    if (value.length < 2 || value.length > MAX_VALUE_LENGTH || isCommon(value)) return;
    const known = this.#names.get(value);
    if (known !== undefined) {
      if (known.size < FEWEST_NAMES) known.add(name.toLowerCase());
    } else if (this.#names.size < MAX_VALUES) this.#names.set(value, new Set([name.toLowerCase()]));
  }

  /** Adds the texts of a body that look like placeholders. */
  seeBody(text: string): void {
    for (const [, name = '', value = ''] of unusualMembers(text)) this.see(`body ${name}`, value);
  }

  has(value: string): boolean {
    return looksReplaced(value) || (this.#names.get(value)?.size ?? 0) >= FEWEST_NAMES;
  }

  /**
   * A placeholder in the body; undefined if there is none. A text that looks like a placeholder may
   * be data. It counts as a placeholder under one of these conditions:
   * - The response is an error.
   * - The body contains the text more than once.
   * - The recording contains the text under different names.
   * - The body contains at least three different texts that look like placeholders.
   *
   * Shortened texts are data if the body has the size that the server stated (`isSent`).
   */
  replacedIn(text: string, isError: boolean, isSent = false): string | undefined {
    const counts = new Map<string, number>();
    for (const [, , value = ''] of unusualMembers(text))
      if (!isSent || looksReplacedWhole(value)) counts.set(value, (counts.get(value) ?? 0) + 1);
    const found = [...counts].find(
      ([value, count]) => isError || count > 1 || (this.#names.get(value)?.size ?? 0) > 1,
    );
    return found?.[0] ?? (counts.size > 2 ? [...counts.keys()][0] : undefined);
  }
}

/** The members of a JSON text whose values look like placeholders. */
function unusualMembers(text: string): readonly RegExpMatchArray[] {
  if (!MAY_BE_REPLACED.test(text)) return [];
  return [...text.matchAll(MEMBER)].filter(([, , value = '']) => looksReplaced(value));
}

/** Numbers, media types, `*` and literals occur under many names, but are not placeholders. */
const isCommon = (value: string): boolean =>
  /^[\d.*-]+$|\//.test(value) || /^(?:true|false|null)$/i.test(value);
