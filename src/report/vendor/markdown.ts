import type { Ledger } from '../../ledger/index.js';
import type { RunReport } from '../../schema/types.js';
import { markdownBlock } from '../markdown-text.js';
import { type LetterItem, letterOf } from './letter.js';
import { mailText } from './mail-text.js';

/**
 * The letter to the vendor as Markdown (`vendor.md`), which is also readable as plain text in a
 * mail.
 */
export function vendorMarkdown(report: RunReport, ledger: Ledger): string {
  const letter = letterOf(report, ledger);
  const { items, own, meanings, references } = letter;
  const where = letter.addresses.map((address) => mailText(address)).join(', ');
  return `${[
    `# Findings about ${mailText(letter.target)}`,
    `Tested on ${letter.tested}${where === '' ? '' : `: ${where}`}.`,
    ...(letter.open === undefined ? [] : [mailText(`${letter.open}.`, 700)]),
    letter.summary,
    ...(meanings.length === 0
      ? []
      : [
          'The commands can be pasted into a shell. They use these variables, which have to be set before:',
          markdownBlock(meanings.join('\n'), 3000),
        ]),
    ...items.map((found, index) => item(found, index + 1)),
    ...(own.length === 0
      ? []
      : [
          '## Deviations from our own schema',
          'The document leaves these members open. The schema is ours, so what follows deviates from what we expect, and not from the document.',
          ...own.map((found, index) => item(found, items.length + index + 1)),
        ]),
    ...(letter.notJudged === undefined
      ? []
      : ['## What was not judged', mailText(letter.notJudged, 3000)]),
    ...(references.length === 0
      ? []
      : ['## References', references.map((line) => `- ${mailText(line, 700)}`).join('\n')]),
  ].join('\n\n')}\n`;
}

function item(found: LetterItem, number: number): string {
  const facts: readonly (readonly [string, string | undefined])[] = [
    [found.demanded ? 'Required' : 'Recommended', found.demand],
    ['Document', found.section],
    ['How it is tested', found.judging],
    ['Certainty', found.doubt],
    ['Impact', found.impact],
    ['Seen in', found.seen],
    ['Explanation', found.explanation],
  ];
  const lines = facts.flatMap(([name, text]) =>
    text === undefined ? [] : [`- ${name}: ${mailText(text)}`],
  );
  const sent = [found.request, ...found.parameters].flatMap((line) => line ?? []);
  return [
    `## ${number}. ${mailText(found.title)}`,
    ...(found.violation === undefined
      ? []
      : [`In the response below, ${mailText(found.violation)}`]),
    lines.join('\n'),
    ...(found.commands.length === 0
      ? []
      : [
          found.hasControl
            ? 'To reproduce it; the first call has the valid token, for comparison:'
            : 'To reproduce it:',
          markdownBlock(found.commands.join('\n'), 20_000),
        ]),
    ...(sent.length === 0
      ? []
      : [
          found.request === undefined ? 'Its parameters, decoded:' : 'The request:',
          markdownBlock(sent.join('\n'), 3000),
        ]),
    ...(found.answer === undefined
      ? []
      : [`The response, sent at ${found.sentAt}:`, markdownBlock(found.answer, 2000)]),
  ].join('\n\n');
}
