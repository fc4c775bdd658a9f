/**
 * Helpers for tables that decide, for each place of a value in a request and each form of the
 * value, what a server must do and which check tests it. A form is a malformed value (a shape), or
 * an unusual position of the value. The tables are `places.ts` of the suites.
 */

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

/** The name of a way to send a value elsewhere. */
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
 * What a server must do with one form in one place. If nothing is required, the reason: `open` if
 * the document leaves it open or this place does not test it, `never` if the place cannot have the
 * form. `by` is a clause and the id of the check that sends the form, or only the id. A check sends
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

/**
 * Makes the function that writes a place. `Form` is the union of all its forms, so a missing
 * decision does not compile.
 */
export const placesOf =
  <Id extends string>() =>
  <Form extends string>(says: string, cells: Readonly<Record<Form, Decision<Id>>>) => ({
    says,
    cells,
  });

const decided = <D, L extends string>(decision: D, lists: readonly L[]) =>
  Object.fromEntries(
    lists.flatMap((list) => list.split(', ')).map((name, turn) => [name, { ...decision, turn }]),
  ) as Readonly<Record<Named<L>, D & { turn: number }>>;

/** The check in `by` sends the forms in the order in which the caller lists them. */
const requiring =
  <M extends 'be refused' | 'mean the same' | 'mean another'>(must: M) =>
  <B extends string, L extends string>(by: B, ...forms: readonly L[]) =>
    decided({ must, by } as const, forms);

/** Forms that the target must refuse. */
export const refused = requiring('be refused');
/** Forms with the meaning of the original value. */
export const same = requiring('mean the same');
/** Forms that are valid, but have another meaning than the original value. */
export const another = requiring('mean another');

/** The check `by` observes the result. */
export const observed = <L extends string>(by: string, ...forms: readonly L[]) =>
  decided({ open: 'the document does not specify the result', by } as const, forms);

/** Forms that are not tested. */
export const leftOpen = <L extends string>(why: string, ...forms: readonly L[]) =>
  decided({ open: why } as const, forms);

/** Forms that this place cannot have. */
export const never = <L extends string>(why: string, ...forms: readonly L[]) =>
  decided({ never: why } as const, forms);

/**
 * The forms that a check sends in a place, sorted by `turn`. Forms without a required result are
 * left out, and so are forms that are not keys of `kind`, a table of the forms of one type.
 */
export const askedBy = <S extends string>(
  { cells }: Pick<Place, 'cells'>,
  check: string,
  kind: Readonly<Record<S, unknown>>,
): readonly S[] =>
  Object.entries(cells)
    .flatMap(([form, decision]) =>
      'must' in decision && decision.by.endsWith(` ${check}`) && form in kind
        ? [{ form: form as S, turn: decision.turn ?? 0 }]
        : [],
    )
    .sort((a, b) => a.turn - b.turn)
    .map(({ form }) => form);

/** Decisions for forms that are not tested in a place, each with the usual reason. */
export const silent = {
  words: leftOpen(
    'the document specifies valid values only',
    'another word, other case, longer, cut short, with a hyphen, with blanks, of a list, unknown, qualified, quoted',
    'a number, a statement',
  ),
  position: leftOpen('not tested: no server is known to accept the value there', ...POSITIONS),
  /** Leaves every form of `kind` open. */
  of: <S extends string>(
    kind: Readonly<Record<S, unknown>>,
  ): Readonly<Record<S, { readonly open: string }>> =>
    decided(
      { open: 'not tested here: other places test these forms' },
      Object.keys(kind) as S[],
    ) as never,
} as const;

const inAddress = {
  ...silent.position,
  ...never(
    'the value is not a credential',
    'in Authorization, as a user of Basic, wrong and right elsewhere',
  ),
};
/** Decisions for a value in the query of a GET request. */
export const inQuery = {
  ...inAddress,
  ...never('the value is already in the query', 'in the query, besides one in the query'),
  ...never('a GET has no body', 'in the form or body'),
};
/** Decisions for a value in the path of a GET request. */
export const inPath = {
  ...inAddress,
  ...never(
    'a path has no names and no order',
    'under another name, under its name in another case, sent twice',
  ),
  ...never(
    'without the value the path is a different one',
    'left out, left empty, in another order, in the form or body',
  ),
};
/** Decisions for a value in a header field of a GET request. */
export const inField = {
  ...silent.position,
  ...never('fields have no order, and a GET has no body', 'in another order, in the form or body'),
  ...leftOpen(
    'HTTP stacks take the first field, take the last field, or join all fields',
    'sent twice, besides one in a header field',
  ),
};
