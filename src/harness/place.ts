/** Lists the malformed forms of each part of a request, and the check that covers each form. */

/** The union of the names in lists such as `'cut short, lengthened'`. */
type Named<List extends string, Names = never> = List extends `${infer Name}, ${infer Rest}`
  ? Named<Rest, Names | Name>
  : Names | List;

/** Ways to send a value at another position, more than once, or not at all. */
const POSITIONS = [
  'left out, left empty, sent twice, under another name, under its name in another case, in a cookie, in the query',
  'in other header fields, besides one in a header field, besides one in the query, in Authorization, in another order',
  'as a user of Basic, wrong and right elsewhere, in the form or body',
] as const;

export type Position = Named<(typeof POSITIONS)[number]>;
/** Malformed forms of a word that the document (the specification) defines, such as an operator. */
export type Word =
  Named<'another word, other case, longer, cut short, with a hyphen, with blanks, of a list'>;
/** Malformed forms of a column name. */
export type Name =
  Named<'unknown, other case, with blanks, qualified, quoted, a number, a statement'>;
/** Malformed forms of a value that may be any data. */
export type Value =
  | Named<'quotes and statements, wildcards, separators of addresses, letters beyond ASCII, other case, null'>
  | Named<'blanks at its ends, another type, escaped twice, in a list'>;
/** Malformed forms of a member of a JSON body. */
export type Member =
  Named<'null, number, list, object, true, no UUID, twice, beside others, in another order'>;

/**
 * What the document requires for one form in one place, or why the form is left open. A check sends
 * its forms in the order of `turn`.
 */
export type Decision<Id extends string> = { readonly turn?: number } & (
  | {
      readonly must: 'be refused' | 'mean the same' | 'mean another';
      readonly by: `${Id} ${string}`;
    }
  | { readonly open: string; readonly by?: string }
  | { readonly never: string }
);

/** `says` is what the document says about the place, and `cells` has a decision for each form. */
export interface Place<Id extends string = string> {
  readonly says: string;
  readonly cells: Readonly<Record<string, Decision<Id>>>;
}

/** A form without a decision is a compile error. */
export const placesOf =
  <Id extends string>() =>
  <Shape extends string>(says: string, cells: Readonly<Record<Shape, Decision<Id>>>) => ({
    says,
    cells,
  });

const decided = <D, L extends string>(decision: D, lists: readonly L[]) =>
  Object.fromEntries(
    lists.flatMap((list) => list.split(', ')).map((name, turn) => [name, { ...decision, turn }]),
  ) as Readonly<Record<Named<L>, D & { turn: number }>>;

/** `by` is the clause and the id of the check. The most informative forms come first. */
const asks =
  <M extends 'be refused' | 'mean the same' | 'mean another'>(must: M) =>
  <B extends string, L extends string>(by: B, ...shapes: readonly L[]) =>
    decided({ must, by } as const, shapes);

export const refused = asks('be refused');
/** Forms with the meaning of the original value. */
export const same = asks('mean the same');
/** Forms that are valid, but have another meaning than the original value. */
export const another = asks('mean another');

/** The check `by` observes the result. */
export const observed = <L extends string>(by: string, ...shapes: readonly L[]) =>
  decided({ open: 'the document does not specify the result', by } as const, shapes);

/** Forms that are not tested. */
export const leftOpen = <L extends string>(why: string, ...shapes: readonly L[]) =>
  decided({ open: why } as const, shapes);

/** Forms that this place cannot have. */
export const never = <L extends string>(why: string, ...shapes: readonly L[]) =>
  decided({ never: why } as const, shapes);

/** The forms of one kind that a check sends in a place, in the order of the table. */
export const askedBy = <S extends string>(
  { cells }: Pick<Place, 'cells'>,
  check: string,
  kind: Readonly<Record<S, unknown>>,
): readonly S[] =>
  Object.entries(cells)
    .flatMap(([shape, decision]) =>
      'must' in decision && decision.by.endsWith(` ${check}`) && shape in kind
        ? [{ shape: shape as S, turn: decision.turn ?? 0 }]
        : [],
    )
    .sort((a, b) => a.turn - b.turn)
    .map(({ shape }) => shape);

/** For forms that the document does not mention. */
export const silent = {
  words: leftOpen(
    'the document specifies valid values only',
    'another word, other case, longer, cut short, with a hyphen, with blanks, of a list, unknown, qualified, quoted',
    'a number, a statement',
  ),
  position: leftOpen('not tested: no server is known to accept it there', ...POSITIONS),
  /** Leaves open every form in a table of transformations. */
  of: <S extends string>(
    kind: Readonly<Record<S, unknown>>,
  ): Readonly<Record<S, { readonly open: string }>> =>
    decided({ open: 'not tested: other places show the same' }, Object.keys(kind) as S[]) as never,
} as const;

const inAddress = {
  ...silent.position,
  ...never(
    'it is not a credential',
    'in Authorization, as a user of Basic, wrong and right elsewhere',
  ),
};
export const inQuery = {
  ...inAddress,
  ...never('it is already there', 'in the query, besides one in the query'),
  ...never('a GET has no body', 'in the form or body'),
};
export const inPath = {
  ...inAddress,
  ...never(
    'a path has no names and no order',
    'under another name, under its name in another case, sent twice',
  ),
  ...never(
    'without it the path is a different one',
    'left out, left empty, in another order, in the form or body',
  ),
};
/** In a header field of a GET. */
export const inField = {
  ...silent.position,
  ...never('fields have no order, and a GET has no body', 'in another order, in the form or body'),
  ...leftOpen(
    'HTTP stacks take the first, take the last, or join them',
    'sent twice, besides one in a header field',
  ),
};
