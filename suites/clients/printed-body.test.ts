import { expect, it } from 'vitest';
import { printedBody } from './printed-body.js';
import type { Recording } from './recording.js';
import { describeEnding } from './rule.js';

const ended = (stderr: string): string => {
  const given = {
    clientId: '',
    clientSecret: '',
    exportToken: '',
    siteId: 1,
    channelId: 2,
    destinationId: 3,
  };
  const recording: Recording = {
    given: { ...given, ids: [], errorText: '' },
    requests: [],
    tokens: [],
    code: 1,
    stdout: '',
    stderr,
  };
  return describeEnding(recording);
};

it.each([
  [
    'Node',
    'file:///client.mjs:3\nthrow new TypeError("x");\n^\n\nTypeError: boom\n    at run (client.mjs:3:7)\n\nNode.js v20\n',
  ],
  [
    'Python',
    'Traceback (most recent call last):\n  File "client.py", line 3, in <module>\n    run()\nTypeError: boom\n',
  ],
  [
    'Java',
    'Exception in thread "main" java.lang.TypeError: boom\n\tat Client.run(Client.java:3)\n\tat Client.main(Client.java:9)\n',
  ],
  [
    'PHP',
    'PHP Fatal error:  Uncaught TypeError: boom in client.php:3\nStack trace:\n#0 client.php(9): run()\n#1 {main}\n  thrown in client.php on line 3\n',
  ],
  ['a log', 'starting\nfetching page 3\nlost the connection: boom\n'],
])('finds the line of %s that describes the error', (_, stderr) => {
  expect(ended(stderr)).toMatch(/^exit code 1, with the message: .*boom/);
});

const TEXT = 'The service refuses this as case 123456';
it.each([
  ['JSON', `{"error":"${TEXT}"}`],
  ['Python', `{'message': '${TEXT}'}`],
  ['print_r', `Array\n(\n    [error] => ${TEXT}\n)`],
  ['var_dump', `array(1) {\n  ["error"]=>\n  string(39) "${TEXT}"\n}`],
  ['Ruby', `{"error"=>"${TEXT}"}`],
  ['Go', `map[error:${TEXT}]`],
  ['Java', `{error=${TEXT}}`],
  ['Node', `{ error: '${TEXT}' }`],
  ['JSON:API in JSON', `{"errors":[{"status":403,"title":"Forbidden","detail":"${TEXT}"}]}`],
  [
    'JSON:API in Python',
    `{'errors': [{'status': 403, 'title': 'Forbidden', 'detail': '${TEXT}'}]}`,
  ],
  ['JSON twice', `{"error":"${TEXT}"}\n{"error":"${TEXT}"}`],
  ['JSON:API in Go', `map[errors:[map[status:403 title:Forbidden detail:${TEXT}]]]`],
])('recognizes a completely printed body in the notation of %s', (_, printed) => {
  expect(printed.replace(printedBody(TEXT), '')).not.toContain(TEXT);
});

it.each([
  ['alone', TEXT],
  ['in brackets', `[error] ${TEXT}`],
  ['behind a colon', `RuntimeError: 403: ${TEXT}`],
  ['in a structured log', `{"level":"error","message":"${TEXT}","logger":"sdk"}`],
  ['in a log with a status', `{"status":403,"level":"error","detail":"${TEXT}"}`],
  ['in a log with a title', `{"status":403,"title":"Failed","reason":"${TEXT}"}`],
  ['in a list of its own', `["${TEXT}"]`],
])('takes a text for read that stands %s', (_, printed) => {
  expect(printed.replace(printedBody(TEXT), '')).toContain(TEXT);
});
