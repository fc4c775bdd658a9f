// Mutates the rules of the suites: every file of a suite that has a test beside it. Its questions
// and procedures are mutated as well, although only tests of whole runs detect such mutants.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const files = readdirSync('suites', { recursive: true }).map((file) => path.join('suites', file));
const all = JSON.parse(readFileSync('stryker.config.json', 'utf8'));

export default {
  ...all,
  mutate: files
    .filter((file) => file.endsWith('.test.ts') && !file.endsWith('.whole.test.ts'))
    .map((file) => file.replace('.test.ts', '.ts'))
    .filter((file) => files.includes(file)),
  reporters: ['progress', 'json'],
  jsonReporter: { fileName: 'reports/mutation.json' },
};
