/** The names of lists such as `'cut short, lengthened'`. */
type Named<List extends string, Names = never> = List extends `${infer Name}, ${infer Rest}`
  ? Named<Rest, Names | Name>
  : Names | List;

/** Where a value may stand instead of its place, and how often. */
const POSITIONS = [
  'left out, left empty, sent twice, under another name, under its name in another case, in a cookie, in the query',
  'in other header fields, besides one in a header field, besides one in the query, in Authorization, in another order',
  'as a user of Basic, wrong and right elsewhere, in the form or body',
] as const;
export type Position = Named<(typeof POSITIONS)[number]>;
/** One of a few words that the document lists, and the name of a column. */
export type Word =
  Named<'another word, other case, longer, cut short, with a hyphen, with blanks, of a list'>;
export type Name =
  Named<'unknown, other case, with blanks, qualified, quoted, a number, a statement'>;
/** A value that is data, whatever it holds, and a member of a JSON body. */
export type Value =
  | Named<'quotes and statements, wildcards, separators of addresses, letters beyond ASCII, other case, null'>
  | Named<'blanks at its ends, another type, escaped twice, in a list'>;
export type Member =
  Named<'null, number, list, object, true, no UUID, twice, beside others, in another order'>;

/**
 * What the document says of a value in one shape in one place: what a check asks it for, or why it
 * is left open. The turn of a shape is its place among those that were named with it: a check asks
 * them in this order.
 */
export type Decision<Id extends string> = { readonly turn?: number } & (
  | {
      readonly must: 'be refused' | 'mean the same' | 'mean another';
      readonly by: `${Id} ${string}`;
    }
  | { readonly open: string; readonly by?: string }
  | { readonly never: string }
);

/**
 * Where a request carries a value: what the document says of it, and a decision for each shape of
 * its types.
 */
export interface Place<Id extends string = string> {
  readonly says: string;
  readonly cells: Readonly<Record<string, Decision<Id>>>;
}

/** Makes the places of a suite; a shape of their types without a decision does not compile. */
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

/** Shapes that a check asks, `by` its clause and its id, the most informative first. */
const asks =
  <M extends 'be refused' | 'mean the same' | 'mean another'>(must: M) =>
  <B extends string, L extends string>(by: B, ...shapes: readonly L[]) =>
    decided({ must, by } as const, shapes);
export const refused = asks('be refused');
export const same = asks('mean the same');
export const another = asks('mean another');

/**
 * Shapes of which the words of the document do not tell; `by` the check that observes what comes of
 * them.
 */
export const observed = <L extends string>(by: string, ...shapes: readonly L[]) =>
  decided({ open: 'the document does not specify the result', by } as const, shapes);
export const leftOpen = <L extends string>(why: string, ...shapes: readonly L[]) =>
  decided({ open: why } as const, shapes);

/** Shapes that the place cannot have. */
export const never = <L extends string>(why: string, ...shapes: readonly L[]) =>
  decided({ never: why } as const, shapes);

/** The shapes of one kind that a check asks in a place, in the order of the table. */
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

/**
 * The rule of a type where the words of the document tell nothing of its shapes: each is left open.
 */
export const silent = {
  words: leftOpen(
    'the document specifies valid values only',
    'another word, other case, longer, cut short, with a hyphen, with blanks, of a list, unknown, qualified, quoted',
    'a number, a statement',
  ),
  position: leftOpen('not tested: no server is known to accept it there', ...POSITIONS),
  /** Of the shapes that a table of transformations names. */
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
/** The same for what stands in the query, in the path, and in a header field of a GET. */
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
export const inField = {
  ...silent.position,
  ...never('fields have no order, and a GET has no body', 'in another order, in the form or body'),
  ...leftOpen(
    'HTTP stacks take the first, take the last, or join them',
    'sent twice, besides one in a header field',
  ),
};
