/**
 * The dialect of the reference server: its behaviour where the specification of the API allows
 * several ways.
 */

/**
 * The behaviour of a server where the specification allows several ways. The defaults follow public
 * knowledge of the vendor's environment, or PostgreSQL.
 */
export interface Dialect {
  /** The accepted notations of arrays in a query. Default: all three. */
  readonly arrayEncodings: readonly ArrayEncoding[];
  /**
   * The accepted spellings of null after IS and IS NOT. Default: `NULL`, `null` and the empty text.
   * An empty list accepts none.
   */
  readonly nullSpellings: readonly string[];
  /**
   * Whether IS and IS NOT compare with any other text, as `=` and `!=` do. Otherwise such a text is
   * refused. Default false.
   */
  readonly isCompares: boolean;
  /** The accepted notations of a direction in `orderBy`. Default: only `column DESC`. */
  readonly orderDirections: readonly OrderDirection[];
  /**
   * The response to a request that matches no record: an empty list, or 404 `No exported data`.
   * Default `list`.
   */
  readonly emptyResult: 'list' | '404';
  /** The maximum number of records of a page. Default 1000. */
  readonly maxLimit: number;
  /** The treatment of a larger limit: the maximum is used, or 400 is returned. Default `clamp`. */
  readonly overLimit: 'clamp' | 'refuse';
  /** The response to an unsupported type in Accept: the plain format, or 406. Default `default`. */
  readonly notAcceptable: 'default' | '406';
  /** How null is served. Default `null`. */
  readonly nulls: 'null' | 'missing' | 'empty';
  /** How numbers are served. Default `number`. */
  readonly numbers: 'number' | 'string';
  /** Whether `=`, `!=`, `IN` and `LIKE` respect letter case. Default true. */
  readonly caseSensitive: boolean;
  /** Further differences that `=`, `!=`, `IN` and groups ignore in text. Default: none. */
  readonly folds: readonly Fold[];
  /** Further differences that `LIKE` and `ILIKE` ignore in text. Default: none. */
  readonly likeFolds: readonly Fold[];
  /** Whether `BETWEEN` sorts its bounds first. Default false. */
  readonly sortsBounds: boolean;
  /** Whether `!=` and the NOT operators include nulls. Default false, as in SQL. */
  readonly negationsKeepNulls: boolean;
  /** The order of texts. Default: by code point. */
  readonly collation: Collation;
  /**
   * The position of nulls in ascending order; descending order is the reverse. Default `last`, as
   * in PostgreSQL.
   */
  readonly nullsOrder: 'first' | 'last';
  /** The meaning of `meta.cursor.next`. Default `last-of-page`. */
  readonly next: 'last-of-page' | 'first-of-next';
  /** The mark at the end of a walk. Default `zero`. */
  readonly end: 'zero' | 'null' | 'last-id' | 'empty-page';
}

type ArrayEncoding = 'indexed' | 'empty-brackets' | 'comma';
type OrderDirection = 'column DESC' | '-column';

/** The rules by which texts are ordered. */
export type Collation = 'code-point' | 'padded' | 'case-insensitive' | 'locale' | 'without-accents';
/** Differences between texts that a collation may ignore. */
export type Fold =
  | 'accents'
  | 'width'
  | 'forms'
  | 'final-blanks'
  | 'spelled-out'
  | 'beyond-the-basic-plane';

/** The dialect of a server without options. */
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
