/** Ways in which a careless server compares a token, a secret or an id with the right text. */

export interface Comparison {
  readonly id: string;
  /** Follows the name of what is compared: `the secret` … `is compared without regard to case`. */
  readonly words: string;
  /** Whether the server accepts the text. */
  readonly accepts: (sent: string, right: string) => boolean;
}

const inLowerCase = (text: string): string => text.toLowerCase();
const withoutAccents = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '');
const sorted = (text: string): string => [...text].sort().join('');
/** Decodes UTF-8 in a header field, which has one character for each byte. */
const fromBytes = (text: string): string => Buffer.from(text, 'latin1').toString('utf8');

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The characters that have a meaning in a regular expression. */
const SPECIAL = /[.*+?^${}()|[\]\\/-]/g;

/** Whether the text matches the pattern of LIKE: `%` is any sequence, and `_` any character. */
function isLike(pattern: string, text: string): boolean {
  if (!/[%_]/.test(pattern)) return false;
  const source = pattern.replace(SPECIAL, '\\$&').replaceAll('%', '.*').replaceAll('_', '.');
  return new RegExp(`^${source}$`, 's').test(text);
}

/** Texts that careless code makes from a missing value. */
const CONSTANTS = ['', '0', 'null', 'true', 'undefined'];

/** The most general comes first. */
export const COMPARISONS: readonly Comparison[] = [
  { id: 'any', words: 'is not checked: any text is accepted', accepts: () => true },
  {
    id: 'filled',
    words: 'is not checked: any text but an empty one is accepted',
    accepts: (sent) => sent !== '',
  },
  {
    id: 'not-case',
    words: 'is not checked, unless only its letter case is wrong',
    accepts: (sent, right) => inLowerCase(sent) !== inLowerCase(right),
  },
  {
    id: 'length',
    words: 'is compared by its length alone',
    accepts: (sent, right) => sent.length === right.length,
  },
  {
    id: 'contains',
    words: 'is accepted anywhere in a longer text',
    accepts: (sent, right) => sent.includes(right),
  },
  {
    id: 'contains-in-long',
    words: 'is accepted anywhere in a text of more than 255 characters',
    accepts: (sent, right) => sent.length > 255 && sent.includes(right),
  },
  {
    id: 'more-after',
    words: 'is accepted with more characters after it',
    accepts: (sent, right) => sent.startsWith(right),
  },
  {
    id: 'more-after-in-long',
    words: 'is accepted at the beginning of a text of more than 255 characters',
    accepts: (sent, right) => sent.length > 255 && sent.startsWith(right),
  },
  {
    id: 'more-before',
    words: 'is accepted with more characters before it',
    accepts: (sent, right) => sent.endsWith(right),
  },
  {
    id: 'more-before-in-long',
    words: 'is accepted at the end of a text of more than 255 characters',
    accepts: (sent, right) => sent.length > 255 && sent.endsWith(right),
  },
  {
    id: 'after-scheme',
    words: 'is accepted after a scheme, such as `Bearer`',
    accepts: (sent, right) => /^\S+\s+/.test(sent) && sent.replace(/^\S+\s+/, '') === right,
  },
  {
    id: 'beginning',
    words: 'is accepted if only its beginning is sent, even an empty one',
    accepts: (sent, right) => right.startsWith(sent),
  },
  {
    id: 'filled-beginning',
    words: 'is accepted if only its beginning is sent',
    accepts: (sent, right) => sent !== '' && right.startsWith(sent),
  },
  {
    id: 'end',
    words: 'is accepted if only its end is sent',
    accepts: (sent, right) => sent !== '' && right.endsWith(sent),
  },
  {
    id: 'case',
    words: 'is compared without regard to case',
    accepts: (sent, right) => inLowerCase(sent) === inLowerCase(right),
  },
  {
    id: 'accents',
    words: 'is compared without regard to accents',
    accepts: (sent, right) => withoutAccents(sent) === withoutAccents(right),
  },
  {
    id: 'width',
    words: 'is compared without regard to the width of characters',
    accepts: (sent, right) =>
      [sent, fromBytes(sent)].some((one) => one.normalize('NFKC') === right.normalize('NFKC')),
  },
  {
    id: 'without-last',
    words: 'is compared without its last character',
    accepts: (sent, right) =>
      sent.length === right.length && sent.slice(0, -1) === right.slice(0, -1),
  },
  {
    id: 'without-first',
    words: 'is compared without its first character',
    accepts: (sent, right) => sent.slice(1) === right.slice(1),
  },
  {
    id: 'any-order',
    words: 'is accepted with its characters in any order',
    accepts: (sent, right) => sorted(sent) === sorted(right),
  },
  {
    id: 'like',
    words: 'is compared by LIKE: `%` and `_` in it match other characters',
    accepts: (sent, right) => isLike(sent, right),
  },
  {
    id: 'line',
    words: 'is compared up to a line break',
    accepts: (sent, right) => sent.split('\n')[0] === right,
  },
  {
    id: 'decoded',
    words: 'is percent-decoded once too often',
    accepts: (sent, right) => sent.includes('%') && decoded(sent) === right,
  },
  {
    id: 'plus',
    words: 'is compared with every plus as a blank',
    accepts: (sent, right) => sent.replaceAll('+', ' ') === right.replaceAll('+', ' '),
  },
  {
    id: 'dashes',
    words: 'is compared without hyphens and underscores',
    accepts: (sent, right) => sent.replace(/[-_]/g, '') === right.replace(/[-_]/g, ''),
  },
  {
    id: 'quotes',
    words: 'is accepted in quotes',
    accepts: (sent, right) => sent === `"${right}"`,
  },
  {
    id: 'in-list',
    words: 'is accepted in a list with others',
    accepts: (sent, right) => sent.includes(',') && sent.split(',').includes(right),
  },
  {
    id: 'parameter',
    words: 'is compared up to a semicolon',
    accepts: (sent, right) => sent.split(';')[0] === right,
  },
  {
    id: 'half',
    words: 'is compared by its first half',
    accepts: (sent, right) => {
      const half = right.slice(0, Math.ceil(right.length / 2));
      return sent.startsWith(half);
    },
  },
  ...CONSTANTS.map((text) => ({
    id: text === '' ? 'empty' : text,
    words: text === '' ? 'is accepted if it is empty' : `is accepted if it is \`${text}\``,
    accepts: (sent: string) => sent === text,
  })),
];
