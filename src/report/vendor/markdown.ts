import type { Ledger } from '../../ledger/index.js';
import type { RunReport } from '../../schema/types.js';
import { markdownBlock, markdownSentence, markdownText } from '../markdown-text.js';
import { type LetterItem, letterOf } from './letter.js';

/**
 * The letter to the vendor as Markdown (`vendor.md`), which is also readable as plain text in a
 * mail.
 */
export function vendorMarkdown(report: RunReport, ledger: Ledger): string {
  const { target, addresses, tested, open, items, meanings, references } = letterOf(report, ledger);
  const where =
    addresses.length === 0
      ? ''
      : ` (${addresses.map((address) => markdownText(address)).join(', ')})`;
  return `${[
    `# Findings about ${markdownText(target)}`,
    `Tested on ${tested}${where}.`,
    ...(open === undefined ? [] : [markdownText(`${open}.`, 700)]),
    items.length === 0
      ? 'No deviation was found in what was tested.'
      : `${items.length === 1 ? '1 deviation' : `${items.length} deviations`} from the document, most serious first.`,
    ...items.map(item),
    ...(meanings.length === 0
      ? []
      : [meanings.map((line) => `- ${markdownText(line, 300)}`).join('\n')]),
    ...(items.length === 0
      ? []
      : ['## References', references.map((line) => `- ${markdownText(line, 700)}`).join('\n')]),
  ].join('\n\n')}\n`;
}

function item(found: LetterItem, index: number): string {
  const facts: readonly (readonly [string, string | undefined])[] = [
    [found.demanded ? 'Required' : 'Recommended', found.demand],
    ['Document', found.section],
    ['How it is tested', found.judging],
    ['Expected', found.expected],
    ['Received', found.received],
    ['Seen in', found.seen],
    ['Explanation', found.explanation],
  ];
  const lines = facts.flatMap(([name, text]) =>
    text === undefined ? [] : [`- ${name}: ${markdownSentence(text)}`],
  );
  return [
    `## ${index + 1}. ${markdownSentence(found.title)}`,
    lines.join('\n'),
    ...(found.commands.length === 0
      ? []
      : ['To reproduce it:', markdownBlock(found.commands.join('\n'), 5000)]),
    ...(found.answer === undefined
      ? []
      : [
          'Response:',
          markdownBlock(
            [found.request, found.answer].flatMap((part) => part ?? []).join('\n\n'),
            2000,
          ),
        ]),
  ].join('\n\n');
}
