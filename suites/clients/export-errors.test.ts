import { expect, it } from 'vitest';
import { recorded, recordingOf } from '../../tests/clients/recording-of.js';
import { exportErrors } from './export-errors.js';

const { scenarios } = exportErrors['CLI-EXP-3'];
const [rule] = scenarios['clients.export.reads-plain-error'].rules;
const [jsonApi] = scenarios['clients.export.reads-json-api'].rules;
const JSON_API = 'application/vnd.api+json';
const TEXT = 'The service refuses this as case 123456';
const given = { ...recordingOf([]).given, errorText: TEXT };
const refused = (accept: string) =>
  recorded({ host: 'export', target: '/1/2', headers: { Accept: accept }, status: 403 });
const printed = (stdout: string, accept = 'application/json') =>
  rule?.(recordingOf([refused(accept)], { given, stdout }));

it('CLI-EXP-3 holds if the text of the error is printed', () => {
  expect(printed(`403: ${TEXT}\n`)).toBeUndefined();
});

it('CLI-EXP-3 is violated by the unchanged body, and by other output', () => {
  const body = JSON.stringify({ error: TEXT });
  expect(printed(body)).toMatchObject({
    expected: 'the text of the error without the rest of the body',
    actual: `the unchanged body: ${body}`,
  });
  expect(printed(' failed\n')).toMatchObject({
    expected: 'the text of the error in the output',
    actual: 'failed',
  });
  expect(printed('')).toMatchObject({ actual: 'nothing on stdout: exit code 0' });
});

it('CLI-EXP-3 quotes the body on one line, and at most 200 characters of the output', () => {
  const body = `{\n    "error":  "${TEXT}"\n}`;
  expect(printed(body)).toMatchObject({
    actual: `the unchanged body: { "error": "${TEXT}" }`,
  });
  expect(printed('a'.repeat(201))).toMatchObject({ actual: 'a'.repeat(200) });
  const errorText = 'a'.repeat(201);
  const stdout = `{"error":"${errorText}"}`;
  const long = recordingOf([refused('application/json')], {
    given: { ...given, errorText },
    stdout,
  });
  expect(rule?.(long)).toMatchObject({ actual: `the unchanged body: ${stdout.slice(0, 200)}` });
});

it('CLI-EXP-3 is inconclusive if the client requests another format', () => {
  const otherwise = 'a client without such a call must exit with code 64';
  const sentJsonApi = `Accept: application/json, and the client sent ${JSON_API}`;
  expect(printed(TEXT, JSON_API)).toEqual({
    kind: 'inconclusive',
    reason: `the task requires ${sentJsonApi}; ${otherwise}`,
  });
  const refusedWithout = recorded({ host: 'export', target: '/1/2', status: 403 });
  expect(jsonApi?.(recordingOf([refusedWithout], { given, stdout: TEXT }))).toEqual({
    kind: 'inconclusive',
    reason: `the task requires Accept: ${JSON_API}, and the client sent none; ${otherwise}`,
  });
});

it('CLI-EXP-3 judges the last error of the export API', () => {
  const earlier = refused('application/json');
  const later = recorded({ host: 'templates', target: '/V1/export-templates', status: 401 });
  const requests = [earlier, refused(JSON_API), later];
  expect(jsonApi?.(recordingOf(requests, { given, stdout: TEXT }))).toBeUndefined();
});

it('CLI-EXP-3 needs a call that returns an error', () => {
  for (const status of [200, 399]) {
    const fine = recorded({ host: 'export', target: '/1/2', status });
    expect(rule?.(recordingOf([fine], { given, stdout: TEXT }))).toMatchObject({
      expected: 'a call that returns an error',
      actual: 'none: exit code 0',
    });
  }
  const bad = recorded({ host: 'export', target: '/1/2', status: 400 });
  expect(rule?.(recordingOf([bad], { given, stdout: TEXT }))).toBeUndefined();
});
