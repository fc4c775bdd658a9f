import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { packageRoot } from '../src/schema/validate.js';
import { topics as clients } from '../suites/clients/topics.js';
import { topics as exportTopics } from '../suites/export/topics.js';
import { topics as handover } from '../suites/handover/topics.js';
import { topics as platform } from '../suites/platform/topics.js';
import { topics as templates } from '../suites/templates/topics.js';

interface Tested {
  readonly clause: unknown;
  readonly rule?: unknown;
  readonly relation?: unknown;
  readonly scenarios?: unknown;
}

const suites: Readonly<Record<string, Readonly<Record<string, Tested>>>> = {
  clients,
  export: exportTopics,
  handover,
  platform,
  templates,
};

/** The source of a topic and of the test beside it, empty where there is none. */
function sourcesOf(suite: string, clause: string) {
  const folder = path.join(packageRoot, 'suites', suite);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /(?<!\.test)\.ts$/.test(name),
  );
  const sources = files.map((name) => {
    const test = path.join(folder, name.replace(/\.ts$/, '.test.ts'));
    return {
      text: readFileSync(path.join(folder, name), 'utf8'),
      test: existsSync(test) ? readFileSync(test, 'utf8') : '',
    };
  });
  return sources.find(({ text }) => text.includes(`'${clause}': {`) && text.includes('satisfies'));
}

it('tests the rules of every clause in the file beside its topic', () => {
  const untested = Object.entries(suites).flatMap(([suite, topics]) =>
    Object.entries(topics)
      .filter(([, topic]) => (topic.rule ?? topic.relation ?? topic.scenarios) !== undefined)
      .filter(([clause]) => !sourcesOf(suite, clause)?.test.includes(`'${clause}'`))
      .map(([clause]) => clause),
  );
  expect(untested).toEqual([]);
});
