import { describe, expect, it, vi } from 'vitest';
import type { Owner } from '../../src/protocol/templates/token-request.js';
import {
  callOf,
  factsOf,
  jwt,
  OTHER_LIST,
  OWN_LIST,
  requestOf,
  TOKEN_BODY,
} from '../../tests/templates/exchange-of.js';
import { organizations } from './organizations.js';

const { rule, relation } = organizations['ETM-AUTH-5'];
const textsOf = ({ data }: { readonly data: readonly unknown[] }) =>
  new Set(data.map((item) => JSON.stringify(item)));
const mine = { authorization: 'Bearer token-of-one' };
const theirs = { authorization: 'Bearer token-of-two' };
const facts = factsOf({
  items: new Map<Owner, ReadonlySet<string>>([
    ['first', textsOf(OWN_LIST)],
    ['other', textsOf(OTHER_LIST)],
  ]),
});

describe('ETM-AUTH-5', () => {
  it('holds for the same templates as in the first list of the client', () => {
    expect(rule(callOf(mine, OWN_LIST), facts)).toBe('holds');
    expect(rule(callOf(theirs, OTHER_LIST), facts)).toBe('holds');
  });

  it('is violated by a template of the other client', () => {
    const both = { data: [...OWN_LIST.data, ...OTHER_LIST.data] };
    expect(rule(callOf(mine, both), facts)).toEqual({
      expected: 'no template of the other organization',
      actual: '1 of its templates, such as {"id":2,"name":"two"}',
      sentence:
        'templates of the other organization came: 1 of its templates, such as {"id":2,"name":"two"}; none must come',
    });
  });

  it('is violated by another list than before', () => {
    expect(rule(callOf(mine, { data: [] }), facts)).toEqual({
      expected: 'the same 1 templates as in earlier responses',
      actual: '0 templates',
    });
    const own = { data: [...OWN_LIST.data, { id: 3, name: 'three' }] };
    const two = { ...facts, items: new Map([...facts.items, ['first' as const, textsOf(own)]]) };
    const changed = { data: [...OWN_LIST.data, { id: 4, name: 'four' }] };
    expect(rule(callOf(mine, changed), two)).toEqual({
      expected: 'the same 2 templates as in earlier responses',
      actual: '2 templates',
    });
  });

  it('quotes at most 120 characters of a template', () => {
    const long = { data: [{ id: 2, name: 'a'.repeat(200) }] };
    const items = new Map([...facts.items, ['other' as const, textsOf(long)]]);
    expect(rule(callOf(mine, long), { ...facts, items })).toMatchObject({
      actual: `1 of its templates, such as ${JSON.stringify(long.data[0]).slice(0, 120)}`,
    });
  });

  it('is violated by a template of the other client in the response to a query', () => {
    const path = '/V1/export-templates?page=2';
    expect(rule(callOf({ ...mine, path }, OTHER_LIST), facts)).toMatchObject({
      expected: 'no template of the other organization',
    });
  });

  it('returns nothing for a token in the query, and without a list of the client', () => {
    const path = '/V1/export-templates?access_token=token-of-one';
    expect(rule(callOf({ ...mine, path }, OTHER_LIST), facts)).toBeUndefined();
    const unlisted = factsOf();
    expect(rule(callOf(mine, OWN_LIST), unlisted)).toBeUndefined();
  });

  it('returns nothing for a query, a refusal, and a token that was not issued', () => {
    const path = '/V1/export-templates?page=2';
    expect(rule(callOf({ ...mine, path }, { data: [] }), facts)).toBeUndefined();
    expect(rule(callOf(mine, {}, { status: 401 }), facts)).toBeUndefined();
    const forged = { authorization: 'Bearer another' };
    expect(rule(callOf(forged, OTHER_LIST), facts)).toBeUndefined();
  });
});

describe('ETM-AUTH-5 for the first lists of both clients', () => {
  const judging = { note: () => undefined, violationsOf: () => [] };
  const violationsIn = (...lists: readonly ReturnType<typeof callOf>[]) => {
    const note = vi.fn();
    return [relation(lists, facts, { ...judging, note }), note.mock.calls.length];
  };

  it('holds if they have no template in common', () => {
    const lists = [callOf(mine, OWN_LIST), callOf(theirs, OTHER_LIST)];
    expect(relation(lists, facts, judging)).toEqual([]);
    expect(violationsIn(...lists)).toEqual([[], 1]);
    expect(violationsIn(callOf(mine, OWN_LIST), callOf(theirs, { data: [] }))).toEqual([[], 1]);
  });

  it('compares the first plain and successful call of each client', () => {
    const forged = callOf({ authorization: 'Bearer another' }, OTHER_LIST);
    const failed = callOf(theirs, OWN_LIST, { status: 500 });
    const query = callOf({ ...theirs, path: '/V1/export-templates?page=2' }, OWN_LIST);
    const [own, other] = [callOf(mine, OWN_LIST), callOf(theirs, OTHER_LIST)];
    expect(violationsIn(forged, failed, query, own, other)).toEqual([[], 1]);
    expect(violationsIn(own, failed)).toEqual([[], 0]);
    expect(violationsIn(own, query)).toEqual([[], 0]);
  });

  it('is violated by a template in both', () => {
    const lists = [callOf(mine, OWN_LIST), callOf(theirs, OWN_LIST)];
    expect(relation(lists, facts, judging)).toEqual([
      {
        expected: 'no template of the other organization',
        actual: '1 of its templates, such as {"id":1,"name":"one"}',
        exchanges: lists,
        sentence:
          'templates of the other organization came: 1 of its templates, such as {"id":1,"name":"one"}; none must come',
      },
    ]);
  });

  it('is violated by the token of one client for the other', () => {
    const tokenFor = (client: Owner, access_token: string) =>
      requestOf({ client }, { ...TOKEN_BODY, access_token });
    const [first, other] = [tokenFor('first', jwt()), tokenFor('other', jwt())];
    expect(relation([first, other], facts, judging)).toMatchObject([
      { actual: 'the same token', exchanges: [first, other] },
    ]);
    const own = tokenFor('other', jwt({ azp: 'client-two' }));
    expect(relation([first, own], facts, judging)).toEqual([]);
    // It is another mistake if the credentials of the first client are right, too.
    const naming = requestOf(
      { client: 'other', way: 'basic', writing: 'naming another client' },
      { ...TOKEN_BODY, access_token: jwt() },
    );
    expect(relation([first, naming], facts, judging)).toEqual([]);
  });

  it('returns nothing for empty lists, and for one client alone', () => {
    const empty = [callOf(mine, { data: [] }), callOf(theirs, { data: [] })];
    expect(violationsIn(...empty)).toEqual([[], 0]);
    expect(violationsIn(callOf(mine, OWN_LIST))).toEqual([[], 0]);
    expect(violationsIn(callOf(theirs, OTHER_LIST))).toEqual([[], 0]);
  });
});
