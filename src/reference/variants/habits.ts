/** Conforming reference servers that behave like common frameworks, databases or token servers. */

import { answersOf, inExport } from '../defects/change.js';
import { filters } from '../defects/export/change.js';
import { BadQuery } from '../export/bad-query.js';
import type { Rule } from '../export/operators.js';
import { isNull } from '../table/column.js';
import type { Rows } from '../table/table.js';
import { json } from '../wire/answer.js';
import { header } from '../wire/call.js';
import { type Variant, variants } from './variant.js';

const notEqualKeepsNulls = inExport(({ operators }) => ({
  operators: {
    ...operators,
    '!=': (column, values) => {
      const holds = operators['!='](column, values);
      return (row) => isNull(column, row) || holds(row);
    },
  },
}));

const foldAscii = (text: string): string => text.replace(/[A-Z]+/g, (run) => run.toLowerCase());

/** Ignores the case of the letters A to Z, but of no other letters, as SQLite does. */
const inAscii =
  (rule: Rule): Rule =>
  (column, values) =>
    rule(
      column.kind === 'number'
        ? column
        : { ...column, dictionary: column.dictionary.map((text) => text && foldAscii(text)) },
      values.map(foldAscii),
    );

const ilikeFoldsAscii = inExport(({ operators }) => ({
  operators: {
    ...operators,
    ILIKE: inAscii(operators.LIKE),
    'NOT ILIKE': inAscii(operators['NOT LIKE']),
  },
}));

const membersBesideColumns = inExport(({ present }) => ({
  present: (record) => ({
    ...(present(record) as object),
    _written_at: '2026-11-20T04:00:00+00:00',
    _batch: 'nightly 7',
    _version: 3,
  }),
}));

/** Returns a null in a text column as the empty text, as a cast to `string` in PHP does. */
const nullTextsAreEmpty = inExport(({ present }) => ({
  present: (record) => ({
    ...(present(record) as object),
    ...Object.fromEntries(
      ['name', 'color', 'category', 'description', 'note'].flatMap((name) =>
        record[name] === null ? [[name, '']] : [],
      ),
    ),
  }),
}));

const emptyRecordsAreLists = inExport(({ present }) => ({
  present: (record) => {
    const served = present(record) as object;
    return Object.keys(served).length === 0 ? [] : served;
  },
}));

const listsOfTwenty = inExport(({ operators }) => {
  const limited =
    (rule: Rule): Rule =>
    (column, values) => {
      if (values.length > 20) throw new BadQuery('a list has at most 20 values');
      return rule(column, values);
    };
  return {
    operators: { ...operators, IN: limited(operators.IN), 'NOT IN': limited(operators['NOT IN']) },
  };
});

/** The parser `qs` of Node.js reads arrays of at most 20 elements by default. */
const criteriaOfTwenty = filters((given) => {
  if (given.groups.some(({ criteria }) => criteria.length > 20))
    throw new BadQuery('a group has at most 20 criteria');
  return given;
});

/**
 * Makes a function that rotates rows. With each call the rotation grows by 7 rows. As 1009 is a
 * prime, every rotation of up to 1009 rows occurs.
 */
const rotating = (): ((rows: Rows) => Rows) => {
  let turn = 0;
  return (rows) => {
    turn = (turn + 7) % 1009;
    const at = rows.length === 0 ? 0 : turn % rows.length;
    return Int32Array.from([...rows.subarray(at), ...rows.subarray(0, at)]);
  };
};

const unorderedListsTurn = inExport(({ page }) => {
  const rotated = rotating();
  return {
    page: (rows, query, ask) =>
      page(query.orderBy === undefined ? rotated(rows) : rows, query, ask),
  };
});

const tiesTurn = inExport(({ order }) => {
  const rotated = rotating();
  return { order: (rows, ...others) => order(rotated(rows), ...others) };
});

export const HABITS: readonly Variant[] = [
  ...variants('dialect', {
    'null-texts-as-empty-text': [
      'A null is returned as the empty text in columns of text, and as null in columns of numbers.',
      { behaviour: nullTextsAreEmpty },
    ],
    'not-equal-keeps-nulls': [
      '`!=` includes nulls, other negations do not.',
      { behaviour: notEqualKeepsNulls },
      ['EXP-FILT-18'],
    ],
    'ilike-folds-ascii': [
      'ILIKE ignores only the case of the letters A to Z.',
      { behaviour: ilikeFoldsAscii },
    ],
    'members-beside-columns': [
      'Records have members that are not columns: filters and orders do not accept them.',
      { behaviour: membersBesideColumns },
    ],
    'empty-records-are-lists': [
      'Nulls are missing members, and a record without any value is `[]`, as in PHP.',
      { dialect: { nulls: 'missing' }, behaviour: emptyRecordsAreLists },
    ],
    'unordered-lists-turn': [
      'Each list without `orderBy` begins with another record, like a sequential scan of PostgreSQL.',
      { behaviour: unorderedListsTurn },
    ],
    'ties-turn': [
      'Records with equal values in the `orderBy` column are in another order each time.',
      { behaviour: tiesTurn },
    ],
    'lists-of-twenty': ['A list of more than 20 values is refused.', { behaviour: listsOfTwenty }],
    'criteria-of-twenty': [
      'A group of more than 20 criteria is refused.',
      { behaviour: criteriaOfTwenty },
    ],
  }),
  ...variants('tokens', {
    'not-revocable': [
      'A token cannot be revoked (RFC 7009 2.2.1).',
      {
        behaviour: answersOf('auth', (given, call) =>
          call.path.endsWith('/revoke') && given.status === 200
            ? json(400, { error: 'unsupported_token_type' })
            : given,
        ),
      },
    ],
  }),
  ...variants('templates', {
    'other-schemes-are-400': [
      'Authorization with a scheme other than Bearer returns 400 (RFC 6750 3.1).',
      {
        behaviour: answersOf('templates', (given, call) =>
          given.status === 401 && /^(?!bearer )\S/i.test(header(call, 'authorization') ?? '')
            ? json(400, { error: 'invalid_request' })
            : given,
        ),
      },
    ],
  }),
];
