/** Texts that faulty servers handle wrongly. */

/**
 * Lists of texts that a careless server confuses. Most texts differ from a neighbour only in one
 * respect, such as letter case.
 */
const CONFUSABLE: readonly (readonly string[])[] = [
  // `_` and `%` are wildcards in LIKE and plain characters in `=`.
  ['a_b', 'axb', 'a__b', 'A_B'],
  ['50%', '500', '50', '50% off'],
  ['100_percent', '100 percent', '100%percent'],
  // These texts differ only in letter case, in a space, or in Unicode normalization.
  ['Oak Chair', 'oak chair', 'OAK CHAIR', 'Oak  Chair'],
  ['Lamp', 'Lamp ', ' Lamp', 'lamp'],
  ['Caf\u00e9 Table', 'Cafe\u0301 Table', 'Cafe Table', 'CAF\u00c9 TABLE'],
  ['\u00c9tag\u00e8re', '\u00e9tag\u00e8re', '\u00c5ngstr\u00f6m', '\u212bngstr\u00f6m'],
  ['Stra\u00dfe', 'Strasse', 'STRASSE', '\u03a3\u03af\u03c3\u03c5\u03c6\u03bf\u03c2'],
  // Most of these characters are outside the Basic Multilingual Plane, where a character is two
  // UTF-16 code units.
  ['\u{1f6cb}\ufe0f Sofa', '\u{1f6cb} Sofa', 'x Sofa', '\uff26ullwidth'],
  ['\u684c\u5b50', '\u684c\u5b50\u6905', '\u6905\u5b50', '\u{20bb7}\u91ce\u5bb6'],
];

/** Texts with a special meaning in SQL, in JSON, in a URL or in bracket notation. */
const SYNTAX: readonly string[] = [
  "O'Reilly shelf",
  "O''Reilly shelf",
  'The "Best" desk',
  'back\\slash',
  'back\\\\slash',
  'semi;colon',
  '-- comment',
  '/* comment */',
  "' OR '1'='1",
  "'); DROP TABLE products; --",
  'red, green, blue',
  'red,green,blue',
  'brackets [0][value]',
  '{"json": true}',
  'a&b=c#d',
  'a&amp;b',
  'C++ handbook',
  'C   handbook',
  '100%25',
  '%41',
  'A',
  'null',
  'NULL',
  'true',
  'undefined',
  '<b>bold</b>',
  'line\nbreak',
  'tab\tstop',
  '$where',
  '0',
  '-1',
  '007',
  '1e3',
];

export const SPECIALS: readonly string[] = [...CONFUSABLE.flat(), ...SYNTAX];
