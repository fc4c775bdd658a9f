import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { packageRoot } from '../src/schema/validate.js';

/**
 * Phrases that have to be read twice, or that personify a program, with what to write instead.
 * They are looked for in comments and in texts of the sources.
 */
const BANNED: readonly (readonly [phrase: RegExp, instead: string])[] = [
  [/\bso many\b/, 'the number, or "a number of"'],
  [/\bone by one\b/, '"single", "separately"'],
  [/\bis no JSON\b/, '"is not valid JSON"'],
  [/\bfaults? of ours\b/, '"internal error"'],
  [/\bof ours\b/, '"of Assay", "built-in"'],
  [/\bwhoever\b/i, 'the subject'],
  [/\bcomplain(?:s|ed)?\b/, '"fail", "report"'],
  [/\bspeaks? against\b/, '"contradict"'],
  [/\bguilt(?:y)?\b/, 'what happened'],
  [/\bfor the worse\b/, '"regression"'],
  [/\bwhat is none\b/, '"any other"'],
  [/\bAnswers (?:the exit code|with|every|some|one)\b/, '"returns", "responds"'],
  [/\bkeeps? to (?:a|the|it|its|them|every)\b/, '"conforms to", "is within"'],
  [/\basked for by\b/, '"requested by"'],
  [/\bof a sort\b/, 'what sort'],
  [/\btrouble is\b/, 'what happened'],
];

const sources = ['src', 'suites', 'examples'].flatMap((folder) =>
  readdirSync(path.join(packageRoot, folder), { recursive: true })
    .map((name) => path.posix.join(folder, String(name).replaceAll(path.sep, '/')))
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts')),
);

/** The comments of a source and its texts of three words or more, each with its line. */
function wordsOf(source: string): readonly (readonly [line: number, text: string])[] {
  const found = source.matchAll(
    /\/\/ (.*)|^\s*\*\s(.*)|\/\*\* (.*)|(['"`])((?:(?!\4)[^\\\n]|\\.)*)\4/gm,
  );
  return [...found].flatMap(({ index, 1: a, 2: b, 3: c, 5: text }) => {
    const words = a ?? b ?? c ?? text ?? '';
    const isProse = /[A-Za-z]+ [a-z]+ [A-Za-z]/.test(words);
    return isProse ? [[source.slice(0, index).split('\n').length, words] as const] : [];
  });
}

it('uses no phrase that has to be read twice', () => {
  const wrong = sources.flatMap((file) => {
    const source = readFileSync(path.join(packageRoot, file), 'utf8');
    return wordsOf(source).flatMap(([line, text]) =>
      BANNED.flatMap(([phrase, instead]) =>
        phrase.test(text) ? [`${file}:${line} "${text.trim()}": write ${instead}`] : [],
      ),
    );
  });
  expect(wrong).toEqual([]);
  expect(sources.length).toBeGreaterThan(500);
});
