import { colours, pageStyle } from '../../page/index.js';

/** The style sheet of the report: the styles of all pages, and those that only the report uses. */
export const style = `${pageStyle}
${colours(
  // The expected lines have the sign − and are green, the received lines have + and are red.
  { plus: '#b3261e14', minus: '#14713d14', mark: '#b3261e30' },
  { plus: '#ff8a801c', minus: '#6fcf971c', mark: '#ff8a8045' },
)}
:focus-visible { outline: 2px solid var(--calm); outline-offset: 2px; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.skip { position: absolute; left: -99rem; } .skip:focus { left: 1rem; top: .5rem;
  background: var(--paper); padding: .3rem .6rem; }
nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; list-style: none; padding: 0;
  margin: 1rem 0 0; }
.numbers { display: grid; grid-template-columns: repeat(auto-fit, minmax(16rem, 1fr)); gap: .75rem;
  margin-bottom: .75rem; }
.number { background: var(--card); border-radius: .5rem; padding: .8rem 1rem; }
.number h3 { color: var(--soft); font-weight: 600; } .figure { font-size: 2rem; font-weight: 700;
  line-height: 1.2; }
.bar { display: inline-block; width: 9rem; height: .45rem; vertical-align: middle;
  border-radius: .25rem; }
.number .bar { width: 100%; } .track { fill: var(--line); } .fill { fill: var(--calm); }
.shares td, .matrix td { text-align: left; white-space: normal; vertical-align: top; }
.shares td .soft { margin-left: .4rem; } .shares th, .matrix th { text-align: left; } thead td {
  border-bottom: 1px solid var(--line); }
.words th[scope=row] { font-weight: 600; white-space: nowrap; } .words td:has(.tag) {
  white-space: nowrap; }
.whys a { white-space: nowrap; } .whys th[scope=row] { font-weight: 400; white-space: normal;
  width: 45%; } .whys td:nth-child(2) { text-align: right; }
.matrix { width: auto; } .matrix td, .matrix th { padding: .12rem .6rem; } .matrix th[scope=row] {
  font-weight: 500; }
.cell { display: inline-block; min-width: 5rem; padding: .05rem .5rem; border-radius: .3rem;
  text-decoration: none; }
.cell:hover { outline: 1px solid var(--tone); } .cell.failed, .cell.warning, .cell.inconclusive {
  background: var(--card); box-shadow: inset 3px 0 0 var(--tone); }
.tally { color: var(--tone); white-space: nowrap; margin-right: .35rem; } .legend .tally {
  margin: 0 .35rem; }
.group { margin: 1rem 0; } .group > summary { padding: .2rem 0; }
.group > summary h3 { display: inline; font-size: 1.05rem; }
.cause .name { font-weight: 600; margin-top: .6rem; }
.difference { margin: .6rem 0; font: 12.5px/1.5 ui-monospace, monospace; }
.difference div { padding: .3rem .7rem; } .difference dt { font: 600 .8rem system-ui, sans-serif;
  color: var(--soft); }
.difference dd { margin: 0; white-space: pre-wrap; } .difference .expected {
  background: var(--minus); }
.difference .received { background: var(--plus); } mark { background: var(--mark); color: inherit;
  font-weight: 700; }
.command { position: relative; } .command button { position: absolute; right: 0; top: -.1rem; }
.exchange { margin: .5rem 0; } .exchange > summary code { overflow-wrap: anywhere; } .timeline {
  margin: .3rem 0; padding-left: 1.4rem; }
.timeline > li { padding: .1rem 0 .1rem .3rem; } .timeline > li::marker { color: var(--soft); }
  .timeline .exchange { margin: 0 0 .4rem; }
.about { margin-top: 1rem; } .keys { font-size: .85rem; } kbd {
  font: .8rem ui-monospace, monospace; border: 1px solid var(--line); border-radius: .2rem;
  padding: 0 .3rem; } .urls div { display: flex; gap: 1rem; } .urls dt { min-width: 8rem;
  color: var(--soft); } .urls dd { margin: 0; }
button, input { font: inherit; color: inherit; background: var(--paper);
  border: 1px solid var(--soft); border-radius: .3rem; padding: .15rem .6rem; }
button { cursor: pointer; font-size: .85rem; } button[data-show] { color: var(--tone);
  border-color: currentColor; }
button[aria-pressed=true] { background: var(--tone); color: var(--paper); }
#filter { position: sticky; top: 0; z-index: 1; display: flex; flex-wrap: wrap; gap: .5rem;
  align-items: center; padding: .6rem 0;
  background: var(--paper); border-bottom: 1px solid var(--line); }
#filter div { display: flex; flex-wrap: wrap; gap: .35rem; } #query { width: 14rem;
  max-width: 100%; } .check, .group, h2 { scroll-margin-top: 6rem; }
@media screen and (max-width: 44rem) { body { padding: 1rem; } h1 { display: -webkit-box;
  -webkit-box-orient: vertical; -webkit-line-clamp: 3; overflow: hidden; }
  nav ul { gap: .1rem .9rem; margin-top: .5rem; } h2 { margin-top: 1.25rem; }
  #filter, .check, .group, h2 { position: static; scroll-margin-top: 1rem; }
  .keys { display: none; } .shares .bar { display: block; width: 6rem; } .inside { margin-left: 0;
  } .numbers { grid-template-columns: 1fr; }
  .words:not(.whys) tr { display: block; padding: .4rem 0; border-bottom: 1px solid var(--line); }
  .words:not(.whys) thead { display: none; }
  .words:not(.whys) :is(td, th) { display: block; border: 0; padding: .1rem 0; }
  .whys :is(td, th) { padding: .3rem .3rem; } }
@media print { :root { font-size: 10px; } body { max-width: none; padding: 0; font-size: 9.5px;
  line-height: 1.35; }
  h1 { font-size: 15px; } h2 { font-size: 12px; margin: .8rem 0 .2rem; } .label {
  margin: .2rem 0 .1rem; } p { margin: .1rem 0; } ul { margin: .1rem 0; }
  nav, .skip, .copy, #filter, #verdict-passed, #verdict-observed, #verdict-failed,
  #verdict-warning, #verdict-skipped .check, .all, .timings, .legend, .topics,
  .timeline > li:nth-child(n + 5),
  .exchange > :not(summary), .group .check .inside { display: none !important; }
  summary { list-style: none; } .group .check > summary .ids { display: inline; }
  .check, .number, .difference, .clause, .timeline > li, tr { break-inside: avoid; }
  .finding > summary, h2, h3, .label, .group > summary { break-after: avoid; }
  .finding, .check, .number { border: 1px solid var(--line); border-left: 4px solid var(--tone);
  padding: .2rem .6rem; margin: .25rem 0; }
  .verdict { margin: .3rem 0; padding: .15rem .5rem; } .figure { font-size: 1.4rem; } .numbers {
  margin: 0; grid-template-columns: 1fr 1fr; }
  .inside { margin: .15rem 0 0; } pre, .difference { font-size: 8px; line-height: 1.3;
  margin: .1rem 0; } pre, .difference div { padding: .1rem .4rem; }
  .timeline { margin: 0; } .timeline .exchange { margin: 0; } th, td { padding: .1rem .4rem; }
  .scroll { overflow: visible; } footer { margin-top: .6rem; } }
`;
