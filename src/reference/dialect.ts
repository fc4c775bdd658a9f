/**
 * What the document leaves open, and how this server settles it. The defaults are what is publicly
 * known of the vendor's environment, or what PostgreSQL does.
 */
export interface Dialect {
  /** How arrays may be written in a query. Default all three. */
  readonly arrayEncodings: readonly ArrayEncoding[];
  /**
   * How null may be written after IS and IS NOT. Default `NULL`, `null` and the empty text; none of
   * them: `[]`.
   */
  readonly nullSpellings: readonly string[];
  /**
   * Whether IS and IS NOT compare with any other text, as `=` and `!=` do; else it is refused.
   * Default false.
   */
  readonly isCompares: boolean;
  /** How `orderBy` may name a direction. Default `column DESC` alone. */
  readonly orderDirections: readonly OrderDirection[];
  /**
   * What a request that matches no record answers: an empty list, or 404 `No exported data`.
   * Default `list`.
   */
  readonly emptyResult: 'list' | '404';
  /** The most records of one page. Default 1000. */
  readonly maxLimit: number;
  /** What becomes of a larger limit: the maximum is applied, or 400. Default `clamp`. */
  readonly overLimit: 'clamp' | 'refuse';
  /** What a type that is not offered gets: legacy JSON, or 406. Default `default`. */
  readonly notAcceptable: 'default' | '406';
  /** How a null is served. Default `null`. */
  readonly nulls: 'null' | 'missing' | 'empty';
  /** How a number is served. Default `number`. */
  readonly numbers: 'number' | 'string';
  /** Whether `=`, `!=`, `IN` and `LIKE` respect case. Default true. */
  readonly caseSensitive: boolean;
  /** What else does not count when `=`, `!=`, `IN` and groups compare text. Default nothing. */
  readonly folds: readonly Fold[];
  /** The same for `LIKE` and `ILIKE`. Default nothing. */
  readonly likeFolds: readonly Fold[];
  /** Whether `BETWEEN` puts its bounds in order first. Default false. */
  readonly sortsBounds: boolean;
  /** Whether `!=` and the NOT operators let nulls in. Default false, as in SQL. */
  readonly negationsKeepNulls: boolean;
  /** How texts are ordered. Default by code point. */
  readonly collation: Collation;
  /**
   * Where nulls go in ascending order; descending is the reverse. Default `last`, as in PostgreSQL.
   */
  readonly nullsOrder: 'first' | 'last';
  /** What `meta.cursor.next` names. Default `last-of-page`. */
  readonly next: 'last-of-page' | 'first-of-next';
  /** What marks the end of a walk. Default `zero`. */
  readonly end: 'zero' | 'null' | 'last-id' | 'empty-page';
}

type ArrayEncoding = 'indexed' | 'empty-brackets' | 'comma';
type OrderDirection = 'column DESC' | '-column';
export type Collation = 'code-point' | 'padded' | 'case-insensitive' | 'locale' | 'without-accents';
/** Differences between texts that a collation may not see. */
export type Fold =
  | 'accents'
  | 'width'
  | 'forms'
  | 'final-blanks'
  | 'spelled-out'
  | 'beyond-the-basic-plane';

export const DEFAULT_DIALECT: Dialect = {
  arrayEncodings: ['indexed', 'empty-brackets', 'comma'],
  nullSpellings: ['NULL', 'null', ''],
  isCompares: false,
  orderDirections: ['column DESC'],
  emptyResult: 'list',
  maxLimit: 1000,
  overLimit: 'clamp',
  notAcceptable: 'default',
  nulls: 'null',
  numbers: 'number',
  caseSensitive: true,
  folds: [],
  likeFolds: [],
  sortsBounds: false,
  negationsKeepNulls: false,
  collation: 'code-point',
  nullsOrder: 'last',
  next: 'last-of-page',
  end: 'zero',
};
