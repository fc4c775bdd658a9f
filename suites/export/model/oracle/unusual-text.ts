/** Finds text that faulty servers handle wrongly. */

/** Matches special characters, whitespace at an end, and characters beyond ASCII. */
const UNUSUAL = /[%_'"\\;,&=#+[\]()<>/*-]|^\s|\s$|[^\x20-\x7e]/;

/** Whether PHP reads the text as a number in a comparison with `==`. */
export const readsAsNumber = (text: string): boolean =>
  /^[+-]?\d+(?:\.\d+)?(?:e[+-]?\d{1,2})?$/i.test(text);

export const isUnusualText = (text: string): boolean => UNUSUAL.test(text);

/** Classes of text that a faulty server may fail to find. */
export const TEXT_CLASSES: Readonly<Record<string, RegExp>> = {
  'characters beyond the basic plane': /[\ud800-\udbff]/,
  'combining marks': /\p{M}/u,
  'letters beyond Latin': /[\u0370-\u1fff\u3040-\ud7ff]/,
  'letters beyond ASCII': /[\u00c0-\u024f]/,
  quotes: /['"]/,
  backslashes: /\\/,
  wildcards: /[%_]/,
  'semicolons or comments': /;|--|\/\*/,
  'signs of query strings': /[&+=#?]/,
  brackets: /[[\]()]/,
  commas: /,/,
  slashes: /\//,
  'line breaks': /[\n\r\t]/,
  'a blank before it': /^\s/,
  'a blank after it': /\s$/,
  'two blanks': /\S\s{2,}\S/,
  'more than 60 characters': /^.{61,}$/s,
  'more than 255 characters': /^.{256,}$/s,
  'nothing but digits': /^\d+$/,
  'a number in other words': /^[+-]?(?:0\d+|\d+e\d+|\d+\.\d*0)$/i,
  'a word of a language': /^(?:null|true|false|undefined)$/i,
};

/** Returns the shortest text of each class that occurs in `texts`. */
export const shortestOfEachClass = (texts: readonly string[]): readonly string[] =>
  Object.values(TEXT_CLASSES).flatMap((shape) => {
    const [shortest] = texts.filter((text) => shape.test(text)).sort((a, b) => a.length - b.length);
    return shortest === undefined ? [] : [shortest];
  });
