import { DOMParser, type Element } from '@xmldom/xmldom';
import type { Log } from 'sarif';
import { describe, expect, it } from 'vitest';
import { foldLedger } from '../../src/ledger/index.js';
import { runReport } from '../../src/report/index.js';
import { visible } from '../../src/report/visible.js';
import { HOSTILE_WORDS } from './hostile-words.js';
import { maker } from './made-reports.js';
import { sampleEvents } from './sample-ledger.js';

const elementsOf = (parent: Element, name: string): readonly Element[] => [
  ...parent.getElementsByTagName(name),
];

/** The test cases of a JUnit file as a consumer reads them, with the counts of each suite. */
function readJunit(text: string) {
  const root = new DOMParser({ onError: (_, message) => expect.fail(message) }).parseFromString(
    text,
    'text/xml',
  ).documentElement;
  if (root === null) throw new Error('the file has no element');
  return elementsOf(root, 'testsuite').map((suite) => {
    const cases = elementsOf(suite, 'testcase').map((one) => {
      const [problem] = ['failure', 'error', 'skipped'].flatMap((name) => elementsOf(one, name));
      return {
        name: one.getAttribute('name') ?? '',
        result: problem?.tagName ?? 'passed',
        message: problem?.getAttribute('message') ?? '',
        output: elementsOf(one, 'system-out')
          .map(({ textContent }) => textContent)
          .join(''),
        time: Number(one.getAttribute('time')),
      };
    });
    const numberOf = (name: string): number => Number(suite.getAttribute(name));
    const counted = {
      tests: numberOf('tests'),
      failure: numberOf('failures'),
      error: numberOf('errors'),
      skipped: numberOf('skipped'),
    };
    return { cases, counted, time: numberOf('time') };
  });
}

/**
 * A line of a step's output as the runner of GitHub reads it: `::name key=value,key=value::message`,
 * in which properties and message are percent-encoded.
 */
function readCommand(line: string) {
  const [, command = '', properties = '', message = ''] =
    /^::([^\s:]+)(?: ((?:(?!::).)*))?::(.*)$/s.exec(line) ?? [];
  const decoded = (text: string, codes: readonly (readonly [string, string])[]): string =>
    codes.reduce((all, [code, character]) => all.replaceAll(code, character), text);
  const OF_MESSAGE = [
    ['%0D', '\r'],
    ['%0A', '\n'],
    ['%25', '%'],
  ] as const;
  const OF_PROPERTY = [['%3A', ':'], ['%2C', ','], ...OF_MESSAGE] as const;
  return {
    command,
    properties: Object.fromEntries(
      properties
        .split(',')
        .filter((one) => one !== '')
        .map((one) => {
          const [, name = '', value = ''] = /^([^=]*)=(.*)$/s.exec(one) ?? [];
          return [name, decoded(value, OF_PROPERTY)];
        }),
    ),
    message: decoded(message, OF_MESSAGE),
  };
}

/** A SARIF message as a viewer shows it: braces and brackets are escaped in it (3.11.5, 3.11.6). */
const shownMessage = (text = ''): string =>
  text.replace(/\{\{|\}\}/g, (braces) => braces[0] ?? '').replace(/\\([\\[\]])/g, '$1');

const titleIn = (words: string): string =>
  runReport(foldLedger(sampleEvents({ words }))).findings[0]?.title ?? '';

const ALL_WORDS = Object.entries({ 'plain words': 'Welcome', ...HOSTILE_WORDS });

describe.each(ALL_WORDS)('of a target that sends %s', (_, words) => {
  const made = maker({ words });
  const title = titleIn(words);

  it('JUnit is read by an XML parser, and its counts and times are those of its cases', () => {
    const suites = readJunit(made('junit'));
    for (const { cases, counted, time } of suites) {
      const count = (result: string): number => cases.filter((one) => one.result === result).length;
      expect(counted).toEqual({
        tests: cases.length,
        failure: count('failure'),
        error: count('error'),
        skipped: count('skipped'),
      });
      expect(cases.reduce((sum, one) => sum + one.time, 0)).toBeCloseTo(time, 2);
    }
    const failed = suites
      .flatMap(({ cases }) => cases)
      .filter(({ result }) => result === 'failure');
    // A parser replaces line breaks and tabs of an attribute by blanks unless they are escaped.
    expect(failed.map(({ message }) => message)).toEqual([visible(title)]);
  });

  it('CTRF has the same tests as JUnit, and its summary is the sum of them', () => {
    const { results } = JSON.parse(made('ctrf')) as {
      readonly results: {
        readonly tests: readonly { readonly name: string; readonly status: string }[];
        readonly summary: Readonly<Record<string, number>>;
      };
    };
    const { tests, summary } = results;
    for (const status of ['passed', 'failed', 'skipped', 'pending', 'other'])
      expect(tests.filter((one) => one.status === status).length).toBe(summary[status]);
    expect(summary.tests).toBe(tests.length);
    expect(Number(summary.stop)).toBeGreaterThanOrEqual(Number(summary.start));
    const cases = readJunit(made('junit')).flatMap((suite) => suite.cases);
    expect(cases.length).toBe(tests.length);
    for (const { name } of tests) expect(cases.some((one) => one.name.includes(name))).toBe(true);
  });

  it('SARIF has a rule, a place and a readable message for each result', () => {
    const { runs } = JSON.parse(made('sarif')) as Log;
    for (const { tool, results = [], artifacts = [] } of runs) {
      const prints = results.map(({ partialFingerprints }) => JSON.stringify(partialFingerprints));
      expect(new Set(prints).size).toBe(results.length);
      for (const { ruleId, ruleIndex = -1, locations = [], message } of results) {
        expect(tool.driver.rules?.[ruleIndex]?.id).toBe(ruleId);
        const place = locations[0]?.physicalLocation;
        expect(place?.region?.startLine).toBeGreaterThan(0);
        const { uri = '', index = -1 } = place?.artifactLocation ?? {};
        expect(artifacts[index]?.location?.uri).toBe(uri);
        // Code scanning shows only files of the repository.
        expect(new URL(uri, 'https://a.test/root/').pathname).toBe(`/root/${uri}`);
        expect(message.text).not.toBe('');
      }
      const [first] = results;
      expect(shownMessage(first?.message.text).slice(0, 100)).toBe(title.slice(0, 100));
    }
  });

  it('the annotations of GitHub are commands with a title and the sentence', () => {
    const commands = made('github')
      .split('\n')
      .filter((line) => line !== '')
      .map(readCommand);
    for (const { command, properties } of commands) {
      expect(['error', 'warning', 'notice']).toContain(command);
      expect(Object.keys(properties)).toEqual(['title']);
    }
    const [failed] = commands.filter(({ command }) => command === 'error');
    expect(failed?.properties.title).toBe('failed: EXP-ROOT-2 export.root.greeting');
    expect(failed?.message.startsWith(title)).toBe(true);
  });
});
