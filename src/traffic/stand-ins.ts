/**
 * Text in brackets, a template, or a variable: `[FILTERED]`, `<removed>`, `{{token}}`, `${TOKEN}`.
 */
const BRACKETED =
  /^(?:\[[^[\]{}",:]+\]|<[^<>"]+>|\{\{[^{}]+\}\}|\$\{[^{}]+\}|\$\([^()]+\)|\{[\w .-]+\}|\([\w ]+\)|__\w+__|«[^«»]+»)$/;
/** The same sign again and again, such as asterisks or bullets; letters at least four times. */
const REPEATED = /^(?:([^\w\s])\1+|([xX#])\2{3,}|[•●∙·…*█▇▒]+)$/u;
/** The digest of a value in its place, with its algorithm. */
const DIGEST =
  /^(?:sha-?\d+|md5|hmac(?:-?sha-?\d+)?|blake\w*|hash(?:ed)?|enc(?:rypted)?)[:\-=$(]+[\w+/=.-]{4,}\)?$/i;
/** A value of which a part was replaced: `abc…`, `ab****yz`. */
const SHORTENED = /[…•●█]|\*{3,}|\w\.{3}$/u;

/** A scheme before a credential, which sanitizers keep. */
const SCHEME = /^(?:basic|bearer|digest|token|apikey) +/i;

/**
 * Whether a value looks as if it stood in for another one, by its shape: brackets, repeated signs,
 * a digest, an ellipsis. No list of words: `StandIns` finds those by their use.
 */
export const looksReplaced = (value: string): boolean =>
  looksReplacedWhole(value) || looksShortened(value);

function looksReplacedWhole(value: string): boolean {
  const bare = value.trim().replace(SCHEME, '');
  if (bare === '' || bare.length > MOST) return false;
  return BRACKETED.test(bare) || REPEATED.test(bare) || DIGEST.test(bare);
}

const looksShortened = (value: string): boolean => value.length <= MOST && SHORTENED.test(value);

/** A credential that is a single plain word, as no issuer makes one: `REDACTED`, `hidden`. */
export const isPlainWord = (value: string): boolean =>
  /^(?:[A-Z]+|[A-Z]?[a-z]+)$/.test(value.trim().replace(SCHEME, '')) && value.length <= 24;

/** Characters of a value that is looked at, and values that are remembered. */
const MOST = 200;
const MOST_VALUES = 20_000;
/** Different names under which the same value stands for many differing ones. */
const NAMES = 3;

/** Members of a body whose values are texts. */
const MEMBER = /"((?:[^"\\]|\\.){1,80})"\s*:\s*"((?:[^"\\]|\\.){1,200})"/g;
/** Texts of a body that may have been replaced. */
const MAY_BE_REPLACED = /:\s*"\s*(?:[^\w\s"]|sha|md5|hmac|hash|enc|xx|XX)|[…•●█]|\*{3}|\.{3}"/i;

/**
 * Values of a recording that stand in for others: the same text in the place of many differing
 * ones.
 */
export class StandIns {
  /** The names that a value was seen under. */
  readonly #names = new Map<string, Set<string>>();

  /** A value of a header or a body, and the name that it has there. */
  see(name: string, value: string): void {
    if (value.length < 2 || value.length > MOST || isCommon(value)) return;
    const known = this.#names.get(value);
    if (known !== undefined) {
      if (known.size < NAMES) known.add(name.toLowerCase());
    } else if (this.#names.size < MOST_VALUES)
      this.#names.set(value, new Set([name.toLowerCase()]));
  }

  /** The texts of a body that look replaced. */
  seeBody(text: string): void {
    for (const [, name = '', value = ''] of replacedIn(text)) this.see(`body ${name}`, value);
  }

  /** Whether a value stands in for others, by its shape or by its use. */
  has(value: string): boolean {
    return looksReplaced(value) || (this.#names.get(value)?.size ?? 0) >= NAMES;
  }

  /**
   * Whether texts of a body were replaced. A single odd text may be data: it counts where the
   * recording has it under different names, where the body has it twice, and in an error, which is
   * not data. Texts that end in an ellipsis are data where the size of the body is that which the
   * server gave: `isSent`.
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

/**
 * Numbers, media types and signs are the same under many names without standing in for anything.
 */
const isCommon = (value: string): boolean =>
  /^[\d.*-]+$|\//.test(value) || /^(?:true|false|null)$/i.test(value);
