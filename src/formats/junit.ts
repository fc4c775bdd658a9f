/** Writes JUnit XML, the format in which CI servers read test results. */

/** Escapes a text for XML content and attributes. */
const escapeXml = (text: string): string =>
  text.replace(/[&<>"'\n\r\t]/g, (character) => `&#${character.charCodeAt(0)};`);

/** `group` is written as the `classname` of the test case. */
export interface JunitCase {
  readonly group: string;
  /** The file to which consumers attach the result. Default: none. */
  readonly file?: string | undefined;
  readonly name: string;
  readonly durationMs: number;
  readonly result: 'passed' | 'failed' | 'error' | 'skipped';
  /** The type of a failure or an error. The default is `result`. */
  readonly type?: string;
  /** The reason for the result, or what was observed. It may be empty. */
  readonly message: string;
  readonly text?: string;
}

export interface JunitSuite {
  readonly name: string;
  readonly startedAt: string;
  readonly durationMs: number;
  readonly properties?: readonly (readonly [name: string, value: string])[];
  readonly cases: readonly JunitCase[];
}

export interface JunitRun {
  readonly name: string;
  readonly durationMs: number;
  readonly suites: readonly JunitSuite[];
}

/** Returns text that is valid according to the JUnit schemas of Jenkins and of Surefire. */
export function junitFile({ name, durationMs, suites }: JunitRun): string {
  const { tests, failures, errors } = countsOf(suites.flatMap(({ cases }) => cases));
  const totals = attributes({ name, tests, failures, errors, time: seconds(durationMs) });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites ${totals}>\n${suites.map(suiteOf).join('\n')}\n</testsuites>\n`;
}

function suiteOf({ name, startedAt, durationMs, properties = [], cases }: JunitSuite): string {
  const all = { name, ...countsOf(cases), timestamp: startedAt, time: seconds(durationMs) };
  const listed = properties
    .map(([key, value]) => `      <property ${attributes({ name: key, value })}/>\n`)
    .join('');
  const propertyList = listed === '' ? '' : `    <properties>\n${listed}    </properties>\n`;
  return `  <testsuite ${attributes(all)}>\n${propertyList}${cases.map(caseOf).join('\n')}\n  </testsuite>`;
}

function caseOf(one: JunitCase): string {
  const file = one.file === undefined ? {} : { file: one.file };
  const all = attributes({
    classname: one.group,
    name: one.name,
    ...file,
    time: seconds(one.durationMs),
  });
  const inner = contentOf(one);
  return inner === ''
    ? `    <testcase ${all}/>`
    : `    <testcase ${all}>\n      ${inner}\n    </testcase>`;
}

function contentOf({ result, type = result, message, text = '' }: JunitCase): string {
  if (result === 'skipped') return `<skipped ${attributes({ message })}/>`;
  if (result === 'failed')
    return `<failure ${attributes({ type, message })}>${escaped(text)}</failure>`;
  if (result === 'error') return `<error ${attributes({ type, message })}>${escaped(text)}</error>`;
  const lines = [message, text].filter((line) => line !== '');
  return lines.length === 0 ? '' : `<system-out>${escaped(lines.join('\n'))}</system-out>`;
}

function countsOf(cases: readonly JunitCase[]) {
  const count = (wanted: JunitCase['result']): number =>
    cases.filter(({ result }) => result === wanted).length;
  return {
    tests: cases.length,
    failures: count('failed'),
    errors: count('error'),
    skipped: count('skipped'),
  };
}

const attributes = (all: Readonly<Record<string, string | number>>): string =>
  Object.entries(all)
    .map(([name, value]) => `${name}="${escaped(String(value))}"`)
    .join(' ');

const seconds = (ms: number): string => (ms / 1000).toFixed(3);

/** Escapes a text, and leaves out characters that XML 1.0 does not allow. */
const escaped = (text: string): string =>
  escapeXml(text.replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, ''));
