// Fails if the tests of a suite detect too few of the changes that Stryker made to code which they
// call. Code that only whole runs call, such as the questions of a check, does not count.
import { readFileSync } from 'node:fs';

/** Percent. */
const FLOOR = 80;

const { files } = JSON.parse(readFileSync('reports/mutation.json', 'utf8'));
const suites = new Map();
for (const [file, { mutants }] of Object.entries(files)) {
  const suite = file.split('/').slice(0, 2).join('/');
  const counts = suites.get(suite) ?? { detected: 0, survived: 0 };
  suites.set(suite, counts);
  for (const { status } of mutants) {
    if (status === 'Killed' || status === 'Timeout') counts.detected += 1;
    if (status === 'Survived') counts.survived += 1;
  }
}
for (const [suite, { detected, survived }] of suites) {
  const score = (100 * detected) / (detected + survived);
  const isLow = score < FLOOR;
  console.log(`${suite}: ${score.toFixed(1)} %${isLow ? `, less than ${FLOOR} %` : ''}`);
  if (isLow) process.exitCode = 1;
}
