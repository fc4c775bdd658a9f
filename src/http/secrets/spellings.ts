import { bytesOf, CUT, replaced, type View, ViewBuilder } from './view.js';

/** One way to spell a text that is undone: the views that a text has then; none where nothing in it is spelled so. */
export type Spelling = (view: View, shortest: number) => readonly View[];

const some = (view: View | undefined): readonly View[] => (view === undefined ? [] : [view]);

const JSON_ESCAPE =
  /\\(?:u([dD][89abAB][0-9a-fA-F]{2})\\u([dD][c-fC-F][0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|(["\\/bfnrt]))/g;
const SHORT: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

/** JSON: `\/`, `\u00e9` in either case, surrogate pairs. */
const json: Spelling = (view) =>
  view.bytes.includes('\\')
    ? some(
        replaced(view, JSON_ESCAPE, ([, high, low, unit, short]) => {
          if (short !== undefined) return SHORT[short] ?? short;
          const units = [high ?? unit, low].flatMap((one) => (one === undefined ? [] : [Number.parseInt(one, 16)]));
          return bytesOf(String.fromCharCode(...units));
        }),
      )
    : [];

const byte = (hex: string): string => String.fromCharCode(Number.parseInt(hex, 16));

/** Percent signs, and `+` for a blank as forms have it. */
const percent: Spelling = (view) =>
  /[%+]/.test(view.bytes)
    ? [
        ...some(replaced(view, /%([0-9a-fA-F]{2})/g, ([, hex = '']) => byte(hex))),
        ...(view.bytes.includes('+')
          ? some(replaced(view, /%([0-9a-fA-F]{2})|\+/g, ([, hex]) => (hex === undefined ? ' ' : byte(hex))))
          : []),
      ]
    : [];

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

/** HTML: decimal, hexadecimal and named entities, with or without the semicolon. */
const html: Spelling = (view) =>
  view.bytes.includes('&')
    ? some(
        replaced(view, /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([A-Za-z]{2,7}[1-4]{0,2}));?/g, (match) => {
          const [, decimal, hex, name] = match;
          const code = decimal ?? (hex === undefined ? undefined : `0x${hex}`);
          if (code === undefined) return name === undefined ? undefined : bytesOfEntity(name);
          const point = Number(code);
          return point <= 0x10ffff ? bytesOf(String.fromCodePoint(point)) : undefined;
        }),
      )
    : [];

const bytesOfEntity = (name: string): string | undefined => {
  const one = ENTITIES.get(name);
  return one === undefined ? undefined : bytesOf(one);
};

/** Base64 and base64url. Where a run begins is not known, so that each of the four alignments is a view of its own. */
const base64: Spelling = (view, shortest) => {
  const least = Math.max(8, Math.floor((shortest * 4) / 3));
  const runs = [...view.bytes.matchAll(new RegExp(`[A-Za-z0-9+/_-]{${least},}`, 'g'))];
  if (runs.length === 0) return [];
  return [0, 1, 2, 3].map((skip) => {
    const made = new ViewBuilder();
    for (const { 0: run, index } of runs) {
      const begin = index + skip;
      const bytes = Buffer.from(run.slice(skip), 'base64').toString('latin1');
      const end = index + run.length;
      stretches(made, bytes, begin, end);
      const isCut = view.bytes.startsWith(CUT, end);
      made.escape(isCut ? CUT : '\n', end - 1, end);
    }
    return made.over(view);
  });
};

/** Three bytes come from four characters, and point at them. */
function stretches(made: ViewBuilder, bytes: string, begin: number, end: number): void {
  for (let at = 0; at < bytes.length; at += 3)
    made.escape(bytes.slice(at, at + 3), begin + (at / 3) * 4, Math.min(end, begin + (at / 3) * 4 + 4));
}

export const spellings: readonly Spelling[] = [json, percent, html, base64];
