/**
 * The behaviour of the reference server where the specification allows several ways. The defaults
 * follow public knowledge of the vendor's environment, or PostgreSQL.
 */
export interface Dialect {
  /** Accepted in a query. Default: all three. */
  readonly arrayEncodings: readonly ArrayEncoding[];
  /**
   * Accepted after IS and IS NOT. Default: `NULL`, `null` and the empty text. An empty list accepts
   * none.
   */
  readonly nullSpellings: readonly string[];
  /**
   * IS and IS NOT compare with any other text, as `=` and `!=` do. Otherwise such a text is
   * refused. Default false.
   */
  readonly isCompares: boolean;
  /** Accepted in `orderBy`. Default: only `column DESC`. */
  readonly orderDirections: readonly OrderDirection[];
  /** If no record matches: an empty list, or 404 `No exported data`. Default `list`. */
  readonly emptyResult: 'list' | '404';
  /** Records of a page. Default 1000. */
  readonly maxLimit: number;
  /** For a larger limit, the maximum is used or 400 is returned. Default `clamp`. */
  readonly overLimit: 'clamp' | 'refuse';
  /** For an unsupported type in Accept, the plain format or 406 is returned. Default `default`. */
  readonly notAcceptable: 'default' | '406';
  /** Default `null`. */
  readonly nulls: 'null' | 'missing' | 'empty';
  /** Default `number`. */
  readonly numbers: 'number' | 'string';
  /** For `=`, `!=`, `IN` and `LIKE`. Default true. */
  readonly caseSensitive: boolean;
  /** Further differences in text that `=`, `!=`, `IN` and groups ignore. Default: none. */
  readonly folds: readonly Fold[];
  /** Further differences in text that `LIKE` and `ILIKE` ignore. Default: none. */
  readonly likeFolds: readonly Fold[];
  /** `BETWEEN` sorts its bounds first. Default false. */
  readonly sortsBounds: boolean;
  /** `!=` and the NOT operators include nulls. Default false, as in SQL. */
  readonly negationsKeepNulls: boolean;
  /** Default: by code point. */
  readonly collation: Collation;
  /** In ascending order; descending order is the reverse. Default `last`, as in PostgreSQL. */
  readonly nullsOrder: 'first' | 'last';
  /** The meaning of `meta.cursor.next`. Default `last-of-page`. */
  readonly next: 'last-of-page' | 'first-of-next';
  /** The mark at the end of a walk. Default `zero`. */
  readonly end: 'zero' | 'null' | 'last-id' | 'empty-page';
}

type ArrayEncoding = 'indexed' | 'empty-brackets' | 'comma';
type OrderDirection = 'column DESC' | '-column';

export type Collation = 'code-point' | 'padded' | 'case-insensitive' | 'locale' | 'without-accents';
/** A collation may ignore these differences between texts. */
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
