/** The style sheet of the load report. */

import { colours, pageStyle } from '../../../page/index.js';

const curves = colours(
  {
    c0: '#2456a6',
    c1: '#b3541e',
    c2: '#7a3aa8',
    c3: '#14713d',
    c4: '#a8275d',
    c5: '#0e7490',
    c6: '#6b6b00',
    c7: '#5b6472',
    shade: '#1d24300d',
    shade2: '#1d243005',
  },
  {
    c0: '#7fb0ff',
    c1: '#ffab76',
    c2: '#c9a0ff',
    c3: '#6fcf97',
    c4: '#ff8fb8',
    c5: '#63d2e6',
    c6: '#d9d36a',
    c7: '#a3adbd',
    shade: '#ffffff12',
    shade2: '#ffffff06',
  },
);

export const style = `${pageStyle}
${curves}
.charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(32rem, 100%), 1fr));
  gap: 1rem; }
.limits { font-size: .85rem; margin: 0 0 .3rem; }
.u-legend { font-size: .8rem; white-space: normal; } .u-legend :is(th, td) { border: 0;
  padding: 0 .3rem; color: var(--ink); min-width: 0; }
.u-inline tr { margin-right: .6rem; } .uplot { max-width: 100%; } .uplot canvas { max-width: 100%; }
@media print { .charts { grid-template-columns: repeat(auto-fit, minmax(min(18rem, 100%), 1fr)); } }
`;
