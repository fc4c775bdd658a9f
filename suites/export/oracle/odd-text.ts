/** Text that faulty servers stumble over: characters with a meaning elsewhere, blanks at an end, and beyond ASCII. */
const ODD = /[%_'"\\;,&=#+[\]()<>/*-]|^\s|\s$|[^\x20-\x7e]/;

export const isOdd = (text: string): boolean => ODD.test(text);
