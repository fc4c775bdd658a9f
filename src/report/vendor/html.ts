/** The letter to the vendor as an HTML page (`vendor.html`). */

import type { Ledger } from '../../ledger/index.js';
import { code, type Html, html, htmlDocument, lines, pageStyle } from '../../page/index.js';
import type { RunReport } from '../../schema/types.js';
import { sentence, text } from '../html/text.js';
import { visible } from '../visible.js';
import { type LetterItem, letterOf } from './letter.js';

const style = `${pageStyle}
section { border-top: 1px solid var(--line); padding: .4rem 0; } h2 { margin: .3rem 0; } dl {
  margin: 0; }
dl div { display: flex; gap: .6rem; } dt { flex: 0 0 5.5rem; color: var(--soft); } dd { margin: 0;
  min-width: 0; }
pre { margin: .3rem 0; padding: .4rem .6rem; background: var(--card); font-size: 12px;
  line-height: 1.4; }
@media print { body { font-size: 9px; line-height: 1.3; } h1 { font-size: 14px; }
  h2 { font-size: 10.5px; } p, h2 { margin: .1rem 0; } section { padding: .2rem 0; } dt {
  flex-basis: 4.8rem; }
  pre { font-size: 7.5px; line-height: 1.25; margin: .15rem 0; padding: .2rem .4rem; } h2, pre {
  break-inside: avoid; break-after: avoid; } }
`;

export function vendorHtml(report: RunReport, ledger: Ledger): string {
  const letter = letterOf(report, ledger);
  const { target, addresses, tested, open, items, own, meanings, references } = letter;
  const referenceItems = references.map((line) => html`<li>${text(line, 700)}</li>`);
  return htmlDocument({
    title: `Findings about ${visible(target)}`,
    style,
    script: '',
    body: html`<header><h1>Findings about ${text(target, 200)}</h1>
<p class="soft">Tested on ${text(tested, 80)}. ${text(addresses.join(', '), 1000)}</p></header>
<main>
${open === undefined ? '' : html`<p>${text(`${open}.`, 700)}</p>`}
<p>${text(letter.summary, 300)}</p>
${lines(items.map((found, index) => item(found, index + 1)))}
${own.length === 0 ? '' : html`<h2>Deviations from our own schema</h2><p>The document leaves these members open. The schema is ours, so what follows deviates from what we expect, and not from the document.</p>${lines(own.map((found, index) => item(found, items.length + index + 1)))}`}
${letter.notJudged === undefined ? '' : html`<section><h2>What was not judged</h2><p>${sentence(letter.notJudged)}</p></section>`}
</main>
${meanings.length === 0 ? '' : html`<p>Variables of the commands:</p><ul class="plain">${meanings.map((line) => html`<li>${text(line, 300)}</li>`)}</ul>`}
${references.length === 0 ? '' : html`<footer><h2>References</h2><ul class="plain">${referenceItems}</ul></footer>`}`,
  });
}

function item(found: LetterItem, number: number): Html {
  const facts: readonly (readonly [string, string | undefined])[] = [
    [found.demanded ? 'Required' : 'Recommended', found.demand],
    ['Document', found.section],
    ['How it is tested', found.judging],
    ['In this case', found.violation],
    ['Certainty', found.doubt],
    ['Impact', found.impact],
    ['Seen in', found.seen],
    ['Explanation', found.explanation],
  ];
  const rows = facts.flatMap(([name, words]) =>
    words === undefined ? [] : [html`<div><dt>${name}</dt><dd>${sentence(words)}</dd></div>`],
  );
  // A command with invisible characters is left out, because a reader cannot see what it does.
  const commands = found.commands.filter((line) => visible(line) === line);
  return html`<section><h2>${number}. ${sentence(found.title)}</h2>
<dl>${rows}</dl>
${commands.length === 0 ? '' : code(commands.join('\n'))}
${found.answer === undefined ? '' : code(text([found.request, found.answer].flatMap((part) => part ?? []).join('\n\n'), 2000))}</section>`;
}
