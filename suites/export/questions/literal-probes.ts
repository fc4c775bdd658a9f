/**
 * Texts that careless servers read as SQL, wildcards, query-string syntax or keywords, texts beyond
 * ASCII, and an ordinary text that the data should not contain.
 */
export const PROBES: readonly string[] = [
  "' OR '1'='1",
  "x' OR 'a' LIKE 'a",
  '" OR ""="',
  "'; SELECT pg_sleep(0); --",
  "x' UNION SELECT NULL --",
  '1 OR 1=1',
  "') OR ('1'='1",
  '/* comment */',
  '-- comment',
  '%',
  '%%',
  '_',
  '____',
  '\\',
  "\\' OR 1=1 --",
  'a&b=c',
  '#fragment',
  '[0]',
  '+',
  '%27',
  '*',
  '.*',
  'é',
  'e\u0301',
  '漢字',
  '😀',
  'null',
  'NULL',
  'undefined',
  'true',
  'assay-absent-value',
];

/**
 * Returns a text of at least 2,000 characters that begins with an existing text. A server that
 * compares only the beginning finds the existing text.
 */
export const longer = (text: string): string =>
  `${text}${'x'.repeat(Math.max(1, 2000 - text.length))}`;

/** Puts an accent on the first vowel. A text without a vowel stays unchanged. */
export const accented = (text: string): string =>
  text.replace(/[aeiou]/i, (vowel) => `${vowel}\u0301`.normalize());

/**
 * Texts that differ from `text` by a character that careless servers drop, double, or read as a
 * wildcard.
 */
export function marked(text: string): readonly string[] {
  const characters = [...text];
  const middle = Math.ceil(characters.length / 2);
  const start = characters.slice(0, middle).join('');
  const end = characters.slice(middle).join('');
  const shorterStart = characters.slice(0, middle - 1).join('');
  const withWildcard = [`${start}%`, `${shorterStart}_${end}`];
  // A server that decodes a plus as a space finds the existing text.
  const withPlusForSpace = /\w \w/.test(text) ? [text.replace(/(\w) (\w)/, '$1+$2')] : [];
  return [
    ...['\\', "'", '"', ',', '#', ';'].map((mark) => `${start}${mark}${end}`),
    ...withWildcard,
    ...withPlusForSpace,
  ];
}

/** Writes the first three texts that are whole numbers in other ways, such as `05` for `5`. */
export const inOtherNotation = (texts: readonly string[]): readonly string[] =>
  texts
    .filter((text) => /^\d{1,9}$/.test(text))
    .slice(0, 3)
    .flatMap((text) => [`0${text}`, `${text}.0`, `+${text}`]);

/**
 * Regular expressions and shell patterns that match the text. In a pattern of LIKE, their special
 * characters are ordinary ones.
 */
export function otherPatterns(text: string): readonly string[] {
  const characters = [...text];
  const middle = Math.ceil(characters.length / 2);
  const start = characters.slice(0, middle).join('');
  const end = characters.slice(middle).join('');
  const shorterStart = characters.slice(0, middle - 1).join('');
  return [
    `${shorterStart}.${end}`,
    ...[`${start}.*`, `${start}*`, `${shorterStart}?${end}`, `${start}+${end}`],
    ...[`^${text}`, `${text}$`, `(${text})`, `${text}|x`, `${start}{1}${end}`],
  ];
}
