import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { openApiDocument } from '../../src/openapi/index.js';
import { startReference } from '../../src/reference/index.js';
import { packageRoot, readSchema, type SchemaName } from '../../src/schema/validate.js';
import { suites } from '../../suites/index.js';
import { openPeer } from './peer.js';
import { questionsFor } from './questions.js';

const document = openApiDocument();

describe('the OpenAPI document', () => {
  it('quotes every clause of the four interfaces', () => {
    const text = JSON.stringify(document);
    const clauses = suites.flatMap((suite) => Object.keys(suite.clauses));
    expect(clauses.filter((id) => !text.includes(`**${id}**`))).toEqual([]);
  });

  it('has every schema of the four interfaces, under its title', () => {
    const files = suites.flatMap(({ interface: name }) =>
      readdirSync(path.join(packageRoot, 'schemas', name)).map(
        (file) => `${name}/${file.replace('.schema.json', '')}`,
      ),
    );
    const titles = files.map((name) => (readSchema(name as SchemaName) as { title: string }).title);
    expect(Object.keys(document.components.schemas).sort()).toEqual(titles.sort());
  });
});

it('has servers, and says of each operation how it is authenticated, as linters require', () => {
  expect(document.servers).toHaveLength(1);
  const operations = Object.values(document.paths).flatMap(({ get, post }) => [get, post]);
  expect(operations.filter((one) => one !== undefined && one.security === undefined)).toEqual([]);
});

it('is refused where it breaks OpenAPI 3.1', async () => {
  const { info: _, ...broken } = document;
  await expect(openPeer(broken)).rejects.toThrow('info');
});

/** Starts the reference server, asks everything by its document, and says what departs from it. */
async function converse(defects: readonly string[] = []) {
  const server = await startReference({ openApi: openApiDocument, defects });
  try {
    const served: unknown = await (
      await fetch(new URL('/openapi.json', server.baseUrls.export))
    ).json();
    const peer = await openPeer(served);
    const mismatches: string[] = [];
    const met = new Set<string>();
    let accessToken = '';
    const ask = async (
      ...[operationId, status, question]: ReturnType<typeof questionsFor>[number]
    ) => {
      const reply = await peer.ask(operationId, question);
      if (operationId === 'requestToken' && reply.status === 200)
        ({ access_token: accessToken = '' } = reply.body as { access_token?: string });
      if (reply.documented !== undefined) met.add(reply.documented);
      const wrong = [
        ...(reply.status === status ? [] : [`status ${reply.status}`]),
        ...reply.mismatches,
      ];
      mismatches.push(...wrong.map((one) => `${operationId} ${status}: ${one}`));
    };
    for (const row of questionsFor(server.target)) await ask(...row);
    await ask('listTemplates', 200, { credentials: { organization: accessToken } });
    return { mismatches, met, answers: peer.answers };
  } finally {
    await server.close();
  }
}

describe('a peer that knows the reference server by its OpenAPI document', () => {
  it('meets every documented answer, and none that departs from the document', async () => {
    const { mismatches, met, answers } = await converse();
    expect(mismatches).toEqual([]);
    const known = [...met].map((answer) =>
      answers.find((one) => one === answer || one === anyType(answer)),
    );
    expect(answers.filter((answer) => !known.includes(answer))).toEqual([]);
    expect(answers.length).toBeGreaterThan(30);
  });

  it.each([
    ['export.lists.total-without-meta', /^listProducts 200: .*meta/],
    ['export.errors.plain-403-for-json-api', /^listProducts 403: /],
    ['token-server.discovery-without-keys', /^discover 200: .*jwks_uri/],
    ['platform.success-as-text', /^readPage 200: body\/success must be boolean/],
    ['handover.done-without-message', /^handOver 200: .*message/],
  ])('notices %s', async (defect, mismatch) => {
    const { mismatches } = await converse([defect]);
    expect(mismatches.join('\n')).toMatch(mismatch);
  });
});

const anyType = (answer: string): string => answer.replace(/ \S*$/, ' *');
