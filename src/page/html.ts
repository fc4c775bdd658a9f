/** A template tag for HTML that escapes every inserted value. */

/** HTML in which all inserted text is escaped. Only the functions of this file can create it. */
export type Html = Markup;

class Markup {
  readonly #source: string;
  constructor(source: string) {
    this.#source = source;
  }
  toString(): string {
    return this.#source;
  }
}

/** HTML stays unchanged, a list is joined, and any other value becomes escaped text. */
type Piece = Html | string | number | readonly Piece[];

/** The template tag. Inserted values are safe between tags and in quoted attributes. */
export const html = (
  [first = '', ...others]: TemplateStringsArray,
  ...pieces: readonly Piece[]
): Html =>
  new Markup(
    others.reduce((made, literal, at) => made + sourceOf(pieces[at] ?? '') + literal, first),
  );

export const joined = (pieces: readonly Piece[], between: Html | string): Html =>
  new Markup(pieces.map(sourceOf).join(sourceOf(between)));

export const lines = (pieces: readonly Piece[]): Html => joined(pieces, '\n');

export const nothing: Html = html``;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function sourceOf(piece: Piece): string {
  if (piece instanceof Markup) return piece.toString();
  if (typeof piece === 'object') return piece.map(sourceOf).join('');
  return String(piece).replace(/[&<>"']/g, (one) => ENTITIES[one] ?? one);
}

/** JSON for a script element. It contains no tag that could end the element. */
export const embedJson = (value: unknown): Html =>
  new Markup(
    JSON.stringify(value).replace(
      /[<>&\u2028\u2029]/g,
      (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
    ),
  );
