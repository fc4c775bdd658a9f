import { expect, it } from 'vitest';
import { printedBody } from './printed-body.js';

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
