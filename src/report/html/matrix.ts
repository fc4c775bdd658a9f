/** The overview of verdicts in the HTML report. */

import { type Html, html, joined, table } from '../../page/index.js';
import type { ReportedCheck, RunReport } from '../../schema/types.js';
import { text } from './text.js';
import { VERDICT_NAMES, VERDICTS } from './verdicts.js';

/** The table has a column for each interface and a row for each topic. */
export function matrix({ checks, coverage }: RunReport): Html {
  const interfaces = Object.keys(coverage.interfaces);
  const topicOfEach = checks.map(topicOf);
  const rows = [...new Set(topicOfEach)].map((topic) => {
    const ofTopic = checks.filter((_, at) => topicOfEach[at] === topic);
    const cells = interfaces.map((name) =>
      cell(
        name,
        topic,
        ofTopic.filter((check) => check.interface === name),
      ),
    );
    return [text(topic, 60), ...cells];
  });
  const legend = VERDICT_NAMES.map(
    (name) =>
      html`<span class="tally ${name}"><span aria-hidden="true">${VERDICTS[name].mark}</span> ${name}</span>`,
  );
  return html`<section class="topics" aria-labelledby="matrix"><h2 id="matrix">Interfaces and topics</h2>
<p class="soft legend">Checks by verdict: ${joined(legend, ' ')}</p>
${table('Checks by interface and topic', ['topic', ...interfaces.map((name) => text(name))], rows, 'matrix')}
</section>`;
}

const topicOf = ({ id }: ReportedCheck): string => id.split('.')[1] ?? id;

function cell(name: string, topic: string, checks: readonly ReportedCheck[]): Html | string {
  const counts = VERDICT_NAMES.flatMap((verdict) => {
    const withVerdict = checks.filter((check) => check.verdict === verdict);
    return withVerdict.length === 0 ? [] : [{ verdict, withVerdict }];
  });
  // `VERDICT_NAMES` begins with the worst verdict.
  const worst = counts[0];
  if (worst === undefined) return '';
  const marks = counts.map(
    ({ verdict, withVerdict }) =>
      html`<span class="tally ${verdict}"><span aria-hidden="true">${VERDICTS[verdict].mark}</span> ${withVerdict.length}<span class="unseen"> ${verdict}</span></span>`,
  );
  // Without the script, the cell links to one of the worst checks. With the script, a click shows
  // all checks of the cell.
  return html`<a class="cell ${worst.verdict}" href="#${worst.withVerdict[0]?.id ?? ''}" data-find="${text(`${name}.${topic}.`, 100)}">${joined(marks, ' ')}<span class="unseen"> of ${text(`${name} ${topic}`, 100)}</span></a>`;
}
