import { bytesOf, CUT, replaced, type View, ViewBuilder } from './view.js';

/** Tells which bytes are worth decoding: those that secrets hold, and those that spell others. */
export type Wanted = (byte: number) => boolean;

const JSON_ESCAPE = String.raw`\\(?:u([dD][89abAB][0-9a-fA-F]{2})\\u([dD][c-fC-F][0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|(["\\/bfnrt]))`;
const PERCENT = '%([0-9a-fA-F]{2})';
const REFERENCE = '&(?:#([0-9]{1,7})|#[xX]([0-9a-fA-F]{1,6})|([A-Za-z]{2,7}[1-4]{0,2}))';
const ENTITY = `${REFERENCE};?`;
/** Beside other escapes a semicolon may be missing only where it is not spelled by one of them. */
const WHOLE_ENTITY = `${REFERENCE}(?:;|(?![0-9A-Za-z\\\\%]))`;
const SHORT: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

/** The entities of HTML 2 to 4 for what a keyboard or Latin-1 has, from code 160 on, and the marks of ASCII. */
const LATIN1 =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml';
const ENTITIES: ReadonlyMap<string, string> = new Map([
  ...Object.entries({
    ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", excl: '!', num: '#', dollar: '$', percnt: '%', lpar: '(' },
    ...{ rpar: ')', ast: '*', plus: '+', comma: ',', period: '.', sol: '/', colon: ':', semi: ';', equals: '=' },
    ...{ quest: '?', commat: '@', lsqb: '[', lbrack: '[', bsol: '\\', rsqb: ']', rbrack: ']', Hat: '^', lowbar: '_' },
    ...{ grave: '`', lcub: '{', lbrace: '{', verbar: '|', vert: '|', rcub: '}', rbrace: '}', Tab: '\t', NewLine: '\n' },
  }),
  ...LATIN1.split(' ').map((name, index) => [name, String.fromCharCode(160 + index)] as const),
]);

const bytesOfEntity = (name: string): string | undefined => {
  const character = ENTITIES.get(name);
  return character === undefined ? undefined : bytesOf(character);
};

/** JSON: `\/`, `\u00e9` in either case, surrogate pairs. */
function fromJson([high, low, unit, short]: readonly (string | undefined)[]): string | undefined {
  if (short !== undefined) return SHORT[short] ?? short;
  const units = [high ?? unit, low].flatMap((digits) => (digits === undefined ? [] : [Number.parseInt(digits, 16)]));
  return units.length === 0 ? undefined : bytesOf(String.fromCharCode(...units));
}

/** HTML: decimal, hexadecimal and named entities, with or without the semicolon. */
function fromHtml([decimal, hex, name]: readonly (string | undefined)[]): string | undefined {
  if (name !== undefined) return bytesOfEntity(name);
  const code = decimal ?? (hex === undefined ? undefined : `0x${hex}`);
  if (code === undefined) return undefined;
  const point = Number(code);
  return point <= 0x10ffff ? bytesOf(String.fromCodePoint(point)) : undefined;
}

const fromPercent = ([hex]: readonly (string | undefined)[]): string | undefined =>
  hex === undefined ? undefined : String.fromCharCode(Number.parseInt(hex, 16));

/** The ways to spell one character by several: a sign that each begins with, and what it stands for. */
const ESCAPES = [
  { sign: '\\', pattern: JSON_ESCAPE, groups: 4, decode: fromJson },
  { sign: '%', pattern: PERCENT, groups: 1, decode: fromPercent },
  { sign: '&', pattern: ENTITY, groups: 3, decode: fromHtml },
] as const;

/**
 * A text with its escapes undone: of all ways at once, as they are met within each other; and of each way alone, for a
 * secret may hold what looks like another. Only what a secret could join to an escape is in it: the rest was searched
 * before. `blanks` takes `+` for a blank, as forms do. None where nothing is undone.
 */
export function unescaped(
  view: View,
  wanted: Wanted,
  blanks: boolean,
): { readonly all: readonly View[]; readonly each: readonly View[] } {
  const met = ESCAPES.filter(({ sign }) => view.bytes.includes(sign));
  const plus = blanks && view.bytes.includes('+');
  const undo = (some: readonly (typeof ESCAPES)[number][], withPlus: boolean): readonly View[] => {
    if (some.length === 0 && !withPlus) return [];
    const patterns = some.map(({ pattern }) => (pattern === ENTITY && some.length > 1 ? WHOLE_ENTITY : pattern));
    const source = [...patterns, ...(withPlus ? ['(\\+)'] : [])].join('|');
    // An address spells the same few signs again and again.
    const known = new Map<string, string | undefined>();
    const decode = (match: RegExpExecArray): string | undefined => {
      const spelled = match[0];
      if (known.has(spelled)) return known.get(spelled);
      const bytes = decoded(match, some, withPlus);
      const kept = bytes !== undefined && [...bytes].some((byte) => wanted(byte.charCodeAt(0))) ? bytes : undefined;
      known.set(spelled, kept);
      return kept;
    };
    const made = replaced(view, new RegExp(source, 'g'), decode, wanted);
    return made === undefined ? [] : [made];
  };
  const alone =
    met.length < 2 ? [] : met.flatMap((way) => undo([way], plus && way.sign === '%').map((made) => ({ way, made })));
  // Where one way undoes all there is, all at once come to the same; but an entity may lack its semicolon only alone.
  const isSame = alone.length < 2 && alone[0]?.way.sign !== '&';
  return {
    // Of two secrets that differ in it, a form sends the one with the blank.
    all: [...(plus ? undo(met, true) : []), ...undo(met, false)],
    each: isSame ? [] : alone.map(({ made }) => made),
  };
}

function decoded(
  match: RegExpExecArray,
  some: readonly (typeof ESCAPES)[number][],
  withPlus: boolean,
): string | undefined {
  let at = 1;
  for (const { groups, decode } of some) {
    const held = match.slice(at, at + groups);
    if (held.some((group) => group !== undefined)) return decode(held);
    at += groups;
  }
  return withPlus && match[at] !== undefined ? ' ' : undefined;
}

/** Base64 and base64url. Where a run begins is not known, so that each of the four alignments is a view of its own. */
export const base64 = (wrapped: View, shortest: number): readonly View[] => {
  const view = (wrapped.bytes.includes('\n') && replaced(wrapped, LINE_BREAK, () => '')) || wrapped;
  const least = Math.max(8, Math.floor((shortest * 4) / 3));
  const runs = runsOf(view.bytes, least);
  if (runs.length === 0) return [];
  return [0, 1, 2, 3].map((skip) => {
    const made = new ViewBuilder();
    for (const { run, index } of runs) {
      const begin = index + skip;
      const end = index + run.length;
      made.add('base64', Buffer.from(run.slice(skip), 'base64').toString('latin1'), begin, end);
      const isCut = view.bytes.startsWith(CUT, end);
      made.add('escape', isCut ? CUT : '\n', end - 1, end);
    }
    return made.over(view);
  });
};

/** Between two lines of base64 as MIME wraps it (RFC 2045 6.8): 76 characters, or 64 as PEM has it. */
const LINE_BREAK = /\r?\n(?<=[A-Za-z0-9+/]{60}\r?\n)(?=[A-Za-z0-9+/=])/g;

const LETTERS = new Uint8Array(256);
for (const letter of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/_-')
  LETTERS[letter.charCodeAt(0)] = 1;

/** A run of at least this many base64 characters. Looks at one character in `least` where there are none. */
function runsOf(bytes: string, least: number): readonly { readonly run: string; readonly index: number }[] {
  const runs: { run: string; index: number }[] = [];
  const isLetter = (at: number): boolean => LETTERS[bytes.charCodeAt(at)] === 1;
  for (let probe = least - 1, done = 0; probe < bytes.length; ) {
    if (!isLetter(probe)) {
      done = probe + 1;
      probe += least;
      continue;
    }
    let [start, end] = [probe, probe + 1];
    while (start > done && isLetter(start - 1)) start -= 1;
    while (end < bytes.length && isLetter(end)) end += 1;
    if (end - start >= least) runs.push({ run: bytes.slice(start, end), index: start });
    done = end;
    probe = end + least;
  }
  return runs;
}
