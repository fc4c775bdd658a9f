import { stripVTControlCharacters, styleText } from 'node:util';

export type Style = Parameters<typeof styleText>[0];

/**
 * How lines are written where the report is read: in colours or without, and as wide as the place
 * is.
 */
export interface Pen {
  readonly paint: (style: Style, text: string) => string;
  /** A text after a prefix; long text continues below it. Words are not broken. */
  readonly tell: (prefix: string, text: string) => readonly string[];
}

/** Without a width nothing is folded: what is piped on stays a line a fact. */
export const penOf = (colours: boolean, width?: number): Pen => ({
  paint: (style, text) => (colours ? styleText(style, text, { validateStream: false }) : text),
  tell: (prefix, text) => (width === undefined ? [`${prefix}${text}`] : fold(prefix, text, width)),
});

/** The fewest columns that a folded text is given, however narrow the place is. */
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
