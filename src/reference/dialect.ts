/**
 * A dialect decides how the reference server behaves where the specification allows several ways.
 * The defaults follow what is publicly known of the vendor's servers, and PostgreSQL where nothing
 * is known.
 */
import { LARGEST_PAGE } from './document.js';

export interface Dialect {
  /** The server accepts these encodings of arrays in a query. By default it accepts all three. */
  readonly arrayEncodings: readonly ArrayEncoding[];
  /**
   * The server accepts these spellings of null after IS and IS NOT. By default they are `NULL`,
   * `null` and the empty text. With an empty list the server accepts none.
   */
  readonly nullSpellings: readonly string[];
  /**
   * Decides the meaning of IS and IS NOT with a text that is not in `nullSpellings`. If true, they
   * compare like `=` and `!=`. If false, which is the default, the server refuses such a text.
   */
  readonly isCompares: boolean;
  /**
   * The server accepts these notations of a descending order in `orderBy`. By default it accepts
   * only `column DESC`.
   */
  readonly orderDirections: readonly OrderDirection[];
  /**
   * If a page has no records, because none match or the offset is too large, the server returns an
   * empty list or 404 `No exported data`. The default is `list`.
   */
  readonly emptyResult: 'list' | '404';
  /** A page has at most this number of records. The default is 1000. */
  readonly maxLimit: number;
  /**
   * For a limit above `maxLimit`, the server uses `maxLimit` (`clamp`) or returns 400 (`refuse`).
   * The default is `clamp`.
   */
  readonly overLimit: 'clamp' | 'refuse';
  /**
   * For an unsupported type in `Accept`, the server returns the plain format or 406. The default is
   * `default`, which means the plain format.
   */
  readonly notAcceptable: 'default' | '406';
  /**
   * A null is served as `null` or as an empty text, or its member is left out. The default is
   * `null`.
   */
  readonly nulls: 'null' | 'missing' | 'empty';
  /** A number is served as a JSON number or as a string. The default is `number`. */
  readonly numbers: 'number' | 'string';
  /**
   * If true, which is the default, `=`, `IN`, `LIKE` and their negations distinguish upper case
   * from lower case.
   */
  readonly caseSensitive: boolean;
  /**
   * `=`, `IN` and their negations ignore these differences between texts. By default they ignore
   * none. `groupBy` always compares texts exactly.
   */
  readonly folds: readonly Fold[];
  /**
   * `LIKE`, `ILIKE` and their negations ignore these differences between texts. By default they
   * ignore none.
   */
  readonly likeFolds: readonly Fold[];
  /** If true, `BETWEEN` on a numeric column sorts its bounds first. The default is false. */
  readonly sortsBounds: boolean;
  /** If true, `!=` and the NOT operators keep nulls. The default is false, as in SQL. */
  readonly negationsKeepNulls: boolean;
  /** The collation defines the order of texts. By default texts are ordered by code point. */
  readonly collation: Collation;
  /**
   * In ascending order, nulls come first or last. In descending order it is the other way round.
   * The default is `last`, as in PostgreSQL.
   */
  readonly nullsOrder: 'first' | 'last';
  /**
   * `meta.cursor.next` of the platform API is the id of the last entity of the page, or of the
   * first entity of the next page. The default is `last-of-page`.
   */
  readonly next: 'last-of-page' | 'first-of-next';
  /**
   * On the last page, `meta.cursor.next` is 0 (`zero`), null (`null`), or the last id of the page
   * (`last-id`). With `empty-page`, one more page follows, which is empty. The default is `zero`.
   */
  readonly end: 'zero' | 'null' | 'last-id' | 'empty-page';
}

/** In this order: `v[0]=a&v[1]=b`, `v[]=a&v[]=b` and `v=a,b`. */
type ArrayEncoding = 'indexed' | 'empty-brackets' | 'comma';
type OrderDirection = 'column DESC' | '-column';

export type Collation = 'code-point' | 'padded' | 'case-insensitive' | 'locale' | 'without-accents';
/** A difference between texts that a server may ignore. Letter case is set by `caseSensitive`. */
export type Fold =
  | 'accents'
  /** Full-width letters and other compatibility forms equal ordinary characters (NFKC). */
  | 'width'
  /** Composed characters equal decomposed characters (NFC). */
  | 'forms'
  | 'final-blanks'
  /** `ß` equals `ss`, `ü` equals `ue`, and `æ` equals `ae`. */
  | 'spelled-out'
  /** All characters above U+FFFF are equal. */
  | 'beyond-the-basic-plane';

export const DEFAULT_DIALECT: Dialect = {
  arrayEncodings: ['indexed', 'empty-brackets', 'comma'],
  nullSpellings: ['NULL', 'null', ''],
  isCompares: false,
  orderDirections: ['column DESC'],
  emptyResult: 'list',
  maxLimit: LARGEST_PAGE,
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
