import { describe, expect, it } from 'vitest';
import { recorded, recordingOf } from '../../tests/clients/recording-of.js';
import type { Recording } from './recording.js';
import { describeEnding, everyIdOnce, pageRule } from './rule.js';

describe('the description of how a client ended', () => {
  const ended = (more: Partial<Recording>): string => describeEnding(recordingOf([], more));

  it('names the exit code, a signal, and why the client was stopped', () => {
    expect(ended({ code: 3 })).toBe('exit code 3');
    expect(ended({ code: null })).toBe('a signal terminated the client');
    expect(ended({ code: null, stopped: 'requests' })).toBe(
      'the client kept sending requests and was stopped',
    );
    expect(ended({ code: null, stopped: 'time' })).toBe(
      'the client did not finish in time and was stopped (raise --timeout SECONDS)',
    );
  });

  it('names a process that still runs', () => {
    expect(ended({ leftover: '12 node server.js' })).toBe(
      'exit code 0; the client left a process behind: 12 node server.js',
    );
  });

  it('quotes at most 300 characters of the last line, without the blanks around it', () => {
    expect(ended({ stderr: 'one\n  two \n \n' })).toBe('exit code 0, with the message: two');
    expect(ended({ stderr: ' \n' })).toBe('exit code 0');
    const long = `exit code 0, with the message: ${'a'.repeat(300)}`;
    expect(ended({ stderr: 'a'.repeat(301) })).toBe(long);
  });

  it.each([
    [
      'Node',
      'file:///client.mjs:3\nthrow new TypeError("x");\n^\n\n' +
        'TypeError: boom\n    at run (client.mjs:3:7)\n\nNode.js v20\n',
    ],
    [
      'Python',
      'Traceback (most recent call last):\n  File "client.py", line 3, in <module>\n' +
        '    run()\nTypeError: boom\n',
    ],
    [
      'Java',
      'Exception in thread "main" java.lang.TypeError: boom\n' +
        '\tat Client.run(Client.java:3)\n\tat Client.main(Client.java:9)\n',
    ],
    [
      'PHP',
      'PHP Fatal error:  Uncaught TypeError: boom in client.php:3\nStack trace:\n' +
        '#0 client.php(9): run()\n#1 {main}\n  thrown in client.php on line 3\n',
    ],
    ['a log', 'starting\nfetching page 3\nlost the connection: boom\n'],
  ])('quotes the line of %s that describes the error', (_, stderr) => {
    expect(ended({ code: 1, stderr })).toMatch(/^exit code 1, with the message: .*boom/);
  });
});

describe('a rule for pages', () => {
  const rule = pageRule('export', '/products', 5, (_, pages) => ({
    kind: 'inconclusive',
    reason: pages.map(({ path }) => path).join(', '),
  }));
  const page = (target: string, host: 'export' | 'platform' = 'export') =>
    recorded({ host, target });

  it('judges the calls of one path on one host', () => {
    const calls = [
      page('/a/products?limit=5'),
      page('/a/other?limit=5'),
      page('/a/products?limit=5', 'platform'),
      page('/b/products?limit=5'),
    ];
    expect(rule(recordingOf(calls))).toMatchObject({ reason: '/a/products, /b/products' });
  });

  it('is unfinished without such calls', () => {
    expect(rule(recordingOf([page('/other')]))).toMatchObject({
      expected: 'requests to /products',
      actual: 'none: exit code 0',
    });
  });

  it.each([
    ['/products?limit=6', '6'],
    ['/products', 'none'],
  ])('is inconclusive for %s', (target, sent) => {
    const requested = `pages of 5, and the client requested ${sent}`;
    expect(rule(recordingOf([page('/products?limit=5'), page(target)]))).toEqual({
      kind: 'inconclusive',
      reason: `the task requires ${requested}: use the limit that the task states`,
    });
  });

  it('takes a missing limit for 100, and may allow any limit', () => {
    const calls = recordingOf([page('/products'), page('/products?limit=7')]);
    expect(pageRule('export', '/products', 100, () => undefined)(calls)).toMatchObject({
      kind: 'inconclusive',
    });
    const bare = recordingOf([page('/products')]);
    expect(pageRule('export', '/products', 100, () => undefined)(bare)).toBeUndefined();
    expect(pageRule('export', '/products', 'any', () => undefined)(calls)).toBeUndefined();
  });
});

describe('every id once', () => {
  const ids = [10_001, 10_002, 10_003, 10_004];
  const given = { ...recordingOf([]).given, ids };
  const printed = (stdout: string) => everyIdOnce(recordingOf([], { given, stdout }), []);
  const lines = (all: readonly number[]): string => all.join('\n');

  it('holds for the ids in any order, between other lines', () => {
    expect(printed(`found:\n${lines(ids.toReversed())}\n4 in all`)).toBeUndefined();
  });

  it('names at most three repeated ids', () => {
    const three = lines([...ids, ...ids.slice(1)]);
    expect(printed(three)).toMatchObject({
      expected: 'each id once',
      actual: '10002, 10003, 10004: printed more than once',
    });
    expect(printed(lines([...ids, ...ids]))).toMatchObject({
      actual: '10001, 10002, 10003 and 1 more: printed more than once',
    });
  });

  it('is violated by an id that was not served', () => {
    expect(printed(lines([...ids, 99_999]))).toMatchObject({
      expected: 'only ids that the server sent',
      actual: '99999, which the server did not send',
    });
  });

  it('is unfinished if an id is missing', () => {
    expect(printed('10001')).toMatchObject({
      expected: 'all 4 ids',
      actual: '1; missing 10002, 10003, 10004: exit code 0',
    });
    expect(printed('none')).toMatchObject({
      actual: '0; missing 10001, 10002, 10003 and 1 more: exit code 0',
    });
  });

  it('is inconclusive if an id is printed, but none on its own line', () => {
    expect(printed('id: 10001')).toEqual({
      kind: 'inconclusive',
      reason:
        'the client printed ids, but none on a line of its own: print each id on its own line of stdout',
    });
  });
});
