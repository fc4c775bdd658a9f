/** The style sheet that all pages share. */

import { colours } from './colours.js';

const palette = colours(
  {
    ink: '#1d2430',
    soft: '#566072',
    paper: '#ffffff',
    card: '#f5f6f8',
    line: '#d5d9e0',
    good: '#14713d',
    bad: '#b3261e',
    warn: '#8a5a00',
    calm: '#3c5a86',
    odd: '#7a3aa8',
  },
  {
    ink: '#e6e9ef',
    soft: '#a3adbd',
    paper: '#14181f',
    card: '#1d222c',
    line: '#343c4a',
    good: '#6fcf97',
    bad: '#ff8a80',
    warn: '#f2c14e',
    calm: '#9cbcec',
    odd: '#cfa8ff',
  },
);

export const pageStyle = `
${palette}
:root { color-scheme: light dark; }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 74rem; padding: 1.5rem; background: var(--paper);
  color: var(--ink);
  font: 15px/1.5 system-ui, sans-serif; overflow-wrap: break-word; }
h1 { font-size: 1.5rem; margin: 0; } h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; }
h3, h4 { font-size: 1rem; margin: 0; } p { margin: .25rem 0; } .soft { color: var(--soft); }
.label { font-size: .85rem; font-weight: 600; color: var(--soft); margin: .6rem 0 .2rem; }
dd, code, p, h1, h2, h3, h4, .ids, li { overflow-wrap: anywhere; }
a { color: inherit; text-underline-offset: .15em; } [hidden] { display: none !important; }
.plain { list-style: none; padding: 0; margin: .5rem 0; white-space: pre-wrap; }
.verdict { display: inline-block; margin: .75rem 0; padding: .35rem .75rem; border-radius: .4rem;
  font-weight: 600;
  border: 2px solid currentColor; overflow-wrap: anywhere; }
.good { color: var(--good); } .bad { color: var(--bad); } .warn { color: var(--warn); }
.failed { --tone: var(--bad); } .warning { --tone: var(--warn); } .passed { --tone: var(--good); }
.inconclusive { --tone: var(--odd); } .observed { --tone: var(--calm); } .skipped {
  --tone: var(--soft); }
.tag { color: var(--tone); font-weight: 600; white-space: nowrap; }
.note { border-left: 4px solid var(--warn); background: var(--card); padding: .6rem 1rem;
  margin: 1rem 0; }
.tiles { display: grid; gap: .75rem; margin: 1rem 0; padding: 0; }
.of-4 { grid-template-columns: repeat(4, minmax(0, 1fr)); }
.of-5 { grid-template-columns: repeat(5, minmax(0, 1fr)); }
.of-6 { grid-template-columns: repeat(6, minmax(0, 1fr)); }
.of-7 { grid-template-columns: repeat(7, minmax(0, 1fr)); }
.tiles div { background: var(--card); border-radius: .5rem; padding: .6rem .8rem; }
.tiles dt { color: var(--soft); font-size: .85rem; } .tiles dd { margin: 0; font-size: 1.25rem;
  font-weight: 600; }
.scroll { overflow-x: auto; position: relative; } table { border-collapse: collapse; width: 100%; }
th, td { text-align: right; padding: .3rem .6rem; border-bottom: 1px solid var(--line);
  white-space: nowrap;
  font-variant-numeric: tabular-nums; }
th { color: var(--soft); font-weight: 600; } th[scope=row] { color: var(--ink); }
th:first-child, td:first-child, .text { text-align: left; white-space: normal; }
.words th, .words td { text-align: left; white-space: normal; vertical-align: top;
  overflow-wrap: break-word; }
.words td:last-child { overflow-wrap: anywhere; } .words th[scope=row] { min-width: 6rem; }
.figures th[scope=row] { font-weight: 400; overflow-wrap: anywhere; min-width: 9rem; }
.figures th, .figures td { padding: .25rem .4rem; font-size: .85rem; }
code { font-size: .9em; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; margin: 0; padding: .5rem .7rem;
  background: var(--paper);
  border: 1px solid var(--line); border-radius: .3rem; font: 12.5px/1.45 ui-monospace, monospace; }
pre code { font: inherit; }
.card { background: var(--card); border-left: 4px solid var(--tone); border-radius: .3rem;
  margin: .35rem 0; padding: .35rem .8rem; }
.card > summary :is(h3, h4) { display: inline; font-weight: 500; }
.card > summary .ids { display: block; margin-left: 1.05rem; font-size: .85rem; }
.card:target { outline: 2px solid var(--tone); } .inside { margin: .4rem 0 .3rem 1.05rem; }
details > summary { cursor: pointer; }
figure { margin: 0; background: var(--card); border-radius: .5rem; padding: .8rem; min-width: 0; }
figcaption { margin-bottom: .4rem; } figcaption p { font-size: .85rem; }
footer { margin-top: 2rem; color: var(--soft); font-size: .85rem; }
@page { size: A4; margin: 12mm; }
@media print { :root { color-scheme: light; } body { max-width: none; padding: 0; } .scroll {
  overflow: visible; }
  th, td { white-space: normal; overflow-wrap: anywhere; } .figures th[scope=row] { min-width: 0; }
  .figures th, .figures td { font-size: 8px; padding: .1rem .2rem; }
  details::details-content { content-visibility: visible; block-size: auto; }
  .card, figure, tr, .tiles div { break-inside: avoid; } h2, h3, .label { break-after: avoid; } }
@media (max-width: 44rem) { body { padding: 1rem; } .inside { margin-left: 0; }
  .tiles { grid-template-columns: repeat(2, minmax(0, 1fr)); }
  .tiles div:last-child:nth-child(odd) { grid-column: span 2; } }
`;
