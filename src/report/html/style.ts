import { pageStyle } from '../../page/index.js';

/** The style sheet of the page: ours, and what verdicts and evidence need. */
export const style = `${pageStyle}
:root { --calm: #3c5a86; --odd: #7a3aa8; --plus: #b3261e14; --minus: #14713d14; --mark: #b3261e30; }
@media (prefers-color-scheme: dark) { :root { --calm: #9cbcec; --odd: #cfa8ff; --plus: #ff8a801c; --minus: #6fcf971c;
  --mark: #ff8a8045; } }
.failed { --tone: var(--bad); } .warning { --tone: var(--warn); } .passed { --tone: var(--good); }
.inconclusive { --tone: var(--odd); } .observed { --tone: var(--calm); } .skipped { --tone: var(--soft); }
a { color: inherit; text-underline-offset: .15em; } [hidden] { display: none !important; }
:focus-visible { outline: 2px solid var(--calm); outline-offset: 2px; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.skip { position: absolute; left: -99rem; } .skip:focus { left: 1rem; top: .5rem; background: var(--paper); padding: .3rem .6rem; }
nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; list-style: none; padding: 0; margin: 1rem 0 0; }
h4, h5 { font-size: 1rem; margin: 0; } h5 { font-size: .85rem; color: var(--soft); margin: .6rem 0 .2rem; }
pre, dd, code, .reason, .clause, .ids, td, .whys th { overflow-wrap: anywhere; }
pre { white-space: pre-wrap; margin: 0; padding: .5rem .7rem; background: var(--paper); border: 1px solid var(--line);
  border-radius: .3rem; font: 12.5px/1.45 ui-monospace, monospace; }
.numbers { display: grid; grid-template-columns: repeat(auto-fit, minmax(16rem, 1fr)); gap: .75rem; margin-bottom: .75rem; }
.number { background: var(--card); border-radius: .5rem; padding: .8rem 1rem; }
.number h3 { color: var(--soft); font-weight: 600; } .figure { font-size: 2rem; font-weight: 700; line-height: 1.2; }
.bar { display: inline-block; width: 9rem; height: .45rem; vertical-align: middle; border-radius: .25rem; }
.number .bar { width: 100%; } .track { fill: var(--line); } .fill { fill: var(--calm); }
.shares td, .words td, .words th, .matrix td { text-align: left; white-space: normal; vertical-align: top; }
.shares td .soft { margin-left: .4rem; } th[scope=row] { color: var(--ink); }
.shares th, .words th:not([scope=row]), .matrix th { text-align: left; } thead td { border-bottom: 1px solid var(--line); }
.words th[scope=row] { font-weight: 600; white-space: nowrap; } .words td:has(.tag) { white-space: nowrap; }
.whys a { white-space: nowrap; } .whys th[scope=row] { font-weight: 400; white-space: normal; width: 45%; } .whys td:nth-child(2) { text-align: right; }
.matrix { width: auto; } .matrix td, .matrix th { padding: .12rem .6rem; } .matrix th[scope=row] { font-weight: 500; }
.cell { display: inline-block; min-width: 5rem; padding: .05rem .5rem; border-radius: .3rem; text-decoration: none; }
.cell:hover { outline: 1px solid var(--tone); } .cell.failed, .cell.warning, .cell.inconclusive { background: var(--card); box-shadow: inset 3px 0 0 var(--tone); }
.tally { color: var(--tone); white-space: nowrap; margin-right: .35rem; } .legend .tally { margin: 0 .35rem; }
.tag { color: var(--tone); font-weight: 600; white-space: nowrap; }
details > summary { cursor: pointer; } .group { margin: 1rem 0; } .group > summary { padding: .2rem 0; }
.group > summary h3, .check > summary h4, .finding > summary h3 { display: inline; font-size: 1rem; } .group > summary h3 { font-size: 1.05rem; }
.check, .finding { background: var(--card); border-left: 4px solid var(--tone); border-radius: .3rem; margin: .35rem 0; padding: .35rem .8rem; }
.check > summary h4, .finding > summary h3 { font-weight: 500; } .check > summary .ids, .finding > summary .ids { display: block; margin-left: 1.05rem; font-size: .85rem; }
.check:target, .finding:target { outline: 2px solid var(--tone); } .inside { margin: .4rem 0 .3rem 1.05rem; }
.cause .name { font-weight: 600; margin-top: .6rem; }
.difference { margin: .6rem 0; font: 12.5px/1.5 ui-monospace, monospace; }
.difference div { padding: .3rem .7rem; } .difference dt { font: 600 .8rem system-ui, sans-serif; color: var(--soft); }
.difference dd { margin: 0; white-space: pre-wrap; } .difference .expected { background: var(--minus); }
.difference .received { background: var(--plus); } mark { background: var(--mark); color: inherit; font-weight: 700; }
.command { position: relative; } .command button { position: absolute; right: 0; top: -.1rem; }
.exchange { margin: .5rem 0; } .urls div { display: flex; gap: 1rem; } .urls dt { min-width: 8rem; color: var(--soft); } .urls dd { margin: 0; }
button, input { font: inherit; color: inherit; background: var(--paper); border: 1px solid var(--soft); border-radius: .3rem; padding: .15rem .6rem; }
button { cursor: pointer; font-size: .85rem; } button[data-show] { color: var(--tone); border-color: currentColor; }
button[aria-pressed=true] { background: var(--tone); color: var(--paper); }
#filter { position: sticky; top: 0; z-index: 1; display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; padding: .6rem 0;
  background: var(--paper); border-bottom: 1px solid var(--line); }
#filter div { display: flex; flex-wrap: wrap; gap: .35rem; } #query { min-width: 14rem; } .check, .group, h2 { scroll-margin-top: 6rem; }
@media (max-width: 44rem) { body { padding: 1rem; } #filter { position: static; } .check, .group, h2 { scroll-margin-top: 1rem; }
  .shares .bar { display: block; width: 6rem; } .inside { margin-left: 0; } }
@media print { body { max-width: none; padding: 0; font-size: 11px; } nav, .skip, .copy, #filter { display: none !important; }
  .check, .finding, .number { break-inside: avoid-page; border: 1px solid var(--line); border-left: 4px solid var(--tone); }
  details::details-content { content-visibility: visible; block-size: auto; } .exchange { break-inside: auto; } }
`;
