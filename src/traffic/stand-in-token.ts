import { encodePart, STAND_IN_SIGNATURE } from '../protocol/templates/jwt.js';

/**
 * A placeholder for a removed token, with the recorded claims. Its signature marks it as a
 * placeholder. A token that was not a JWT becomes only a name.
 */
export function standInToken(shown: string, parts: readonly (object | number)[]): string {
  const name = `${STAND_IN_SIGNATURE}${shown.replace(/\W/g, '')}-`;
  if (parts.length === 1) return name;
  return parts
    .map((part, at) => {
      if (typeof part === 'object') return encodePart(part);
      return part === 0 ? '' : (at === 2 ? name : '').padEnd(part, 'A');
    })
    .join('.');
}
