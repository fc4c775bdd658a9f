/** Recognizes values that a recorder replaced by placeholders. */

/**
 * Text in brackets, a template, or a variable: `[FILTERED]`, `<removed>`, `{{token}}`, `${TOKEN}`.
 */
const BRACKETED =
  /^(?:\[[^[\]{}",:]+\]|<[^<>"]+>|\{\{[^{}]+\}\}|\$\{[^{}]+\}|\$\([^()]+\)|\{[\w .-]+\}|\([\w ]+\)|__\w+__|«[^«»]+»)$/;
/**
 * A repeated character, such as an asterisk or bullet. The letter x must occur at least three
 * times.
 */
const REPEATED = /^(?:([^\w\s])\1+|([xX#])\2{3,}|[•●∙·…*█▇▒]+)$/u;
/** A digest in place of a value, with its algorithm. */
const DIGEST =
  /^(?:sha-?\d+|md5|hmac(?:-?sha-?\d+)?|blake\w*|hash(?:ed)?|enc(?:rypted)?)[:\-=$(]+[\w+/=.-]{4,}\)?$/i;
/** A value of which a part was replaced: `abc…`, `ab****yz`. */
const SHORTENED = /[…•●█]|\*{3,}|\w\.{3}$/u;

/** The scheme before a credential. Recorders keep it. */
const SCHEME = /^(?:basic|bearer|digest|token|apikey) +/i;

/**
 * By brackets, repeated characters, a digest or an ellipsis. There is no list of words; `StandIns`
 * recognizes words by their use.
 */
export const looksReplaced = (value: string): boolean =>
  looksReplacedWhole(value) || looksShortened(value);

function looksReplacedWhole(value: string): boolean {
  const bare = value.trim().replace(SCHEME, '');
  if (bare === '' || bare.length > MAX_LENGTH) return false;
  return BRACKETED.test(bare) || REPEATED.test(bare) || DIGEST.test(bare);
}

const looksShortened = (value: string): boolean =>
  value.length <= MAX_LENGTH && SHORTENED.test(value);

/** Such as `REDACTED` or `hidden`. No server issues such a credential. */
export const isPlainWord = (value: string): boolean =>
  /^(?:[A-Z]+|[A-Z]?[a-z]+)$/.test(value.trim().replace(SCHEME, '')) && value.length <= 24;

/** The maximum length of an examined value, and the maximum number of stored values. */
const MAX_LENGTH = 200;
const MAX_VALUES = 20_000;
/** A value with this number of names counts as a placeholder. */
const FEWEST_NAMES = 3;

/** Members of a body whose values are texts. */
const MEMBER = /"((?:[^"\\]|\\.){1,80})"\s*:\s*"((?:[^"\\]|\\.){1,200})"/g;
/** Texts of a body that may have been replaced. */
const MAY_BE_REPLACED = /:\s*"\s*(?:[^\w\s"]|sha|md5|hmac|hash|enc|xx|XX)|[…•●█]|\*{3}|\.{3}"/i;

/** A placeholder occurs where many different values are expected. */
export class StandIns {
  /** By value: the names under which it occurred. */
  readonly #names = new Map<string, Set<string>>();

  /** `name` is the name of a header field or of a member. */
  see(name: string, value: string): void {
    if (value.length < 2 || value.length > MAX_LENGTH || isCommon(value)) return;
    const known = this.#names.get(value);
    if (known !== undefined) {
      if (known.size < FEWEST_NAMES) known.add(name.toLowerCase());
    } else if (this.#names.size < MAX_VALUES) this.#names.set(value, new Set([name.toLowerCase()]));
  }

  /** Adds the texts of a body that look like placeholders. */
  seeBody(text: string): void {
    for (const [, name = '', value = ''] of replacedIn(text)) this.see(`body ${name}`, value);
  }

  has(value: string): boolean {
    return looksReplaced(value) || (this.#names.get(value)?.size ?? 0) >= FEWEST_NAMES;
  }

  /**
   * The evidence that texts of a body were replaced; undefined if there is none. A single unusual
   * text may be data. It counts if the recording contains it under different names, if the body
   * contains it twice or has three different unusual texts, and in an error. Texts that end in an
   * ellipsis are data if the body has the size that the server stated (`isSent`).
   */
  replacedIn(text: string, isError: boolean, isSent = false): string | undefined {
    const counts = new Map<string, number>();
    for (const [, , value = ''] of replacedIn(text))
      if (!isSent || looksReplacedWhole(value)) counts.set(value, (counts.get(value) ?? 0) + 1);
    const found = [...counts].find(
      ([value, count]) => isError || count > 1 || (this.#names.get(value)?.size ?? 0) > 1,
    );
    return found?.[0] ?? (counts.size > 2 ? [...counts.keys()][0] : undefined);
  }
}

function replacedIn(text: string): readonly RegExpMatchArray[] {
  if (!MAY_BE_REPLACED.test(text)) return [];
  return [...text.matchAll(MEMBER)].filter(([, , value = '']) => looksReplaced(value));
}

/** Numbers, media types and signs occur under many names and are not placeholders. */
const isCommon = (value: string): boolean =>
  /^[\d.*-]+$|\//.test(value) || /^(?:true|false|null)$/i.test(value);
