/** Formats lines of text for a terminal: colours and line width. */

import { stripVTControlCharacters, styleText } from 'node:util';

export type Style = Parameters<typeof styleText>[0];

/** Formats text for one output, with or without colours. */
export interface Pen {
  readonly paint: (style: Style, text: string) => string;
  /** Returns lines. Long text continues below its beginning, and words are not broken. */
  readonly wrap: (prefix: string, text: string) => readonly string[];
}

/** Without a width no line is wrapped, so that programs can read piped output line by line. */
export const penOf = (colours: boolean, width?: number): Pen => ({
  // `colours` decides alone. By default `styleText` also asks whether stdout supports colours.
  paint: (style, text) => (colours ? styleText(style, text, { validateStream: false }) : text),
  wrap: (prefix, text) => (width === undefined ? [`${prefix}${text}`] : fold(prefix, text, width)),
});

/** The minimum width of text after its prefix, in columns, even if the terminal is narrower. */
const NARROWEST = 24;

function fold(prefix: string, text: string, width: number): readonly string[] {
  const indent = lengthOf(prefix);
  const room = Math.max(NARROWEST, width - indent);
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && lengthOf(line) + 1 + lengthOf(word) > room) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line].map(
    (text, index) => `${index === 0 ? prefix : ' '.repeat(indent)}${text}`,
  );
}

const lengthOf = (text: string): number => [...stripVTControlCharacters(text)].length;
