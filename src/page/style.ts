/** What every page of ours looks like, in light and in dark. */
export const pageStyle = `
:root { color-scheme: light dark; --ink: #1d2430; --soft: #566072; --paper: #ffffff; --card: #f5f6f8; --line: #d5d9e0;
  --good: #14713d; --bad: #b3261e; --warn: #8a5a00; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e9ef; --soft: #a3adbd; --paper: #14181f; --card: #1d222c;
  --line: #343c4a; --good: #6fcf97; --bad: #ff8a80; --warn: #f2c14e; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 74rem; padding: 1.5rem; background: var(--paper); color: var(--ink);
  font: 15px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.5rem; margin: 0; } h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; }
h3 { font-size: 1rem; margin: 0; } p { margin: .25rem 0; } .soft { color: var(--soft); }
.plain { list-style: none; padding: 0; margin: .5rem 0; white-space: pre-wrap; }
.verdict { display: inline-block; margin: .75rem 0; padding: .35rem .75rem; border-radius: .4rem; font-weight: 600;
  border: 2px solid currentColor; }
.good { color: var(--good); } .bad { color: var(--bad); } .warn { color: var(--warn); }
.note { border-left: 4px solid var(--warn); background: var(--card); padding: .6rem 1rem; margin: 1rem 0; }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(9.5rem, 1fr)); gap: .75rem; margin: 1rem 0; padding: 0; }
.tiles div { background: var(--card); border-radius: .5rem; padding: .6rem .8rem; }
.tiles dt { color: var(--soft); font-size: .85rem; } .tiles dd { margin: 0; font-size: 1.25rem; font-weight: 600; }
.scroll { overflow-x: auto; position: relative; } table { border-collapse: collapse; width: 100%; }
th, td { text-align: right; padding: .3rem .6rem; border-bottom: 1px solid var(--line); white-space: nowrap;
  font-variant-numeric: tabular-nums; }
th { color: var(--soft); font-weight: 600; } th:first-child, td:first-child, .text { text-align: left; white-space: normal; }
code { font-size: .9em; } footer { margin-top: 2rem; color: var(--soft); font-size: .85rem; }
`;
