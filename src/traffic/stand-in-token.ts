import { encodePart, STAND_IN_SIGNATURE } from '../protocol/templates/jwt.js';

/**
 * Returns a stand-in for a token that was removed from a recording. `name` is the recorded name
 * of the token, such as `${ACCESS_TOKEN_1}`. `parts` has one entry for each part of the token
 * between its dots: its decoded JSON if it was recorded, and otherwise its length. A JWT is
 * returned with its claims, and with a signature that marks it as a stand-in. A token without
 * dots is returned as this mark alone.
 */
export function standInToken(name: string, parts: readonly (object | number)[]): string {
  const mark = `${STAND_IN_SIGNATURE}${name.replace(/\W/g, '')}-`;
  if (parts.length === 1) return mark;
  return parts
    .map((part, at) => {
      if (typeof part === 'object') return encodePart(part);
      return part === 0 ? '' : (at === 2 ? mark : '').padEnd(part, 'A');
    })
    .join('.');
}
