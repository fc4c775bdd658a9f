import { diagnosisTrial } from './diagnosis.js';
import { rows as earlier } from './earlier.js';
import { rows as failures } from './failures.js';
import { rows as hostile } from './hostile.js';
import { rows as large, largeTrial } from './large.js';
import { rows as load } from './load.js';
import { rows as loadHostile } from './load-hostile.js';
import { rows as ownSchemas } from './own-schemas.js';
import { rows as proxy } from './proxy.js';
import { rows as realistic } from './realistic.js';
import { rows as reference } from './reference.js';
import type { Row } from './row.js';
import { rows as startUp } from './start-up.js';

/**
 * `npm run bench`: each figure against a baseline of the same run, the median of at least five
 * rounds. A word as argument chooses rows by their title; `--rounds N` asks for more.
 */
const arguments_ = process.argv.slice(2);
const at = arguments_.indexOf('--rounds');
const rounds = Math.max(1, at < 0 ? 5 : Number(arguments_[at + 1]));
const word =
  arguments_.find((one, index) => !one.startsWith('--') && (at < 0 || index !== at + 1)) ?? '';

if (word === 'diagnosis') {
  const { foreignTrial } = await import('./diagnosis-foreign.js');
  const trials = [
    await diagnosisTrial(arguments_[1]),
    arguments_[1] === undefined ? await foreignTrial() : true,
  ];
  process.exit(trials.every(Boolean) ? 0 : 1);
}
const sampleAt = arguments_.indexOf('--sample');
const sample = sampleAt < 0 ? 1 : Math.max(1, Number(arguments_[sampleAt + 1]));
if (word === 'questions')
  process.exit((await (await import('./questions.js')).questionsTrial(sample)) ? 0 : 1);
if (word === 'priorities') {
  await (await import('./priorities.js')).writePriorities(arguments_[1]);
  process.exit(0);
}
if (word === 'faults')
  process.exit((await (await import('./own-faults.js')).ownFaultsTrial(arguments_[1])) ? 0 : 1);
if (word === 'untrue')
  process.exit((await (await import('./untrue.js')).untrueTrial(arguments_[1])) ? 0 : 1);
if (word === 'large') process.exit((await largeTrial(sample)) ? 0 : 1);
if (word === 'recordings')
  process.exit((await (await import('./recordings.js')).recordingsTrial()) ? 0 : 1);
if (word === 'foreign')
  process.exit((await (await import('./diagnosis-foreign.js')).foreignTrial()) ? 0 : 1);

let missed = 0;
for (const row of [
  ...startUp,
  ...earlier,
  ...reference,
  ...large,
  ...realistic,
  ...failures,
  ...hostile,
  ...load,
  ...loadHostile,
  ...proxy,
  ...ownSchemas,
].filter(({ title }) => title.includes(word))) {
  const figures = await measure(row);
  if (typeof figures === 'string') {
    console.log(`${row.title.padEnd(72)} not measured: ${figures}`);
    continue;
  }
  const sorted = [...figures].sort((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  const holds = row.holds(median);
  if (!holds) missed += 1;
  const unit = row.unit === 'ratio' ? '' : ` ${row.unit}`;
  const spread = `${format(sorted[0])} to ${format(sorted.at(-1))}`;
  console.log(
    `${row.title.padEnd(72)} ${format(median)}${unit}  (${spread})  limit ${row.limit}  ${holds ? 'holds' : 'MISSED'}`,
  );
}
process.exit(missed === 0 ? 0 : 1);

async function measure({ measure: once }: Row): Promise<readonly number[] | string> {
  const figures: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const figure = await once();
    if (typeof figure !== 'number') return figure.unavailable;
    figures.push(figure);
  }
  return figures;
}

function format(figure: number | undefined): string {
  if (figure === undefined) return '';
  return Math.abs(figure) >= 10 ? figure.toFixed(1) : figure.toFixed(3);
}
