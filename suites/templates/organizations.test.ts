import { describe, expect, it } from 'vitest';
import type { Owner } from '../../src/protocol/templates/token-request.js';
import { callOf, factsOf, OTHER_LIST, OWN_LIST } from '../../tests/templates/exchange-of.js';
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
      actual: '1, such as {"id":2,"name":"two"}',
    });
  });

  it('is violated by another list than before', () => {
    expect(rule(callOf(mine, { data: [] }), facts)).toEqual({
      expected: 'the same 1 templates as ever',
      actual: '0 templates',
    });
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

  it('holds if they have no template in common', () => {
    const lists = [callOf(mine, OWN_LIST), callOf(theirs, OTHER_LIST)];
    expect(relation(lists, facts, judging)).toEqual([]);
  });

  it('is violated by a template in both', () => {
    const lists = [callOf(mine, OWN_LIST), callOf(theirs, OWN_LIST)];
    expect(relation(lists, facts, judging)).toEqual([
      {
        expected: 'no template of the other organization',
        actual: '1, such as {"id":1,"name":"one"}',
        exchanges: lists,
      },
    ]);
  });

  it('returns nothing for empty lists, and for one client alone', () => {
    const empty = [callOf(mine, { data: [] }), callOf(theirs, { data: [] })];
    expect(relation(empty, facts, judging)).toEqual([]);
    expect(relation([callOf(mine, OWN_LIST)], facts, judging)).toEqual([]);
  });
});
