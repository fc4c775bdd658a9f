import { encodePart, REMOVED } from '../protocol/templates/jwt.js';

/**
 * A token that says what a removed one said, by what is recorded of its parts. Its signature says
 * that it is none; one that was no JWT is but a name.
 */
export function standInToken(shown: string, parts: readonly (object | number)[]): string {
  const name = `${REMOVED}${shown.replace(/\W/g, '')}-`;
  if (parts.length === 1) return name;
  return parts
    .map((part, at) => {
      if (typeof part === 'object') return encodePart(part);
      return part === 0 ? '' : (at === 2 ? name : '').padEnd(part, 'A');
    })
    .join('.');
}
