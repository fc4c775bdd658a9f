import { expect, it } from 'vitest';
import { recorded, recordingOf } from '../../tests/clients/recording-of.js';
import { exportErrors } from './export-errors.js';

const { scenarios } = exportErrors['CLI-EXP-3'];
const [rule] = scenarios['clients.export.reads-plain-error'].rules;
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
  expect(printed(body)).toMatchObject({ actual: `the unchanged body: ${body}` });
  expect(printed('failed')).toMatchObject({ actual: 'failed' });
  expect(printed('')).toMatchObject({ actual: 'nothing: exit code 0' });
});

it('CLI-EXP-3 is inconclusive if the client requests another format', () => {
  expect(printed(TEXT, 'application/vnd.api+json')).toMatchObject({ kind: 'inconclusive' });
});

it('CLI-EXP-3 needs a call that returns an error', () => {
  const fine = recorded({ host: 'export', target: '/1/2' });
  expect(rule?.(recordingOf([fine], { given }))).toMatchObject({
    expected: 'a call that returns an error',
  });
});
