import { beginningOf, isGzip, readMember } from './gzip-member.js';

/**
 * Decompresses the beginning of a gzip file, up to its first damage, and returns any other bytes
 * unchanged.
 */
export function uncompressed(bytes: Buffer): Buffer {
  if (!isGzip(bytes)) return bytes;
  const found: Buffer[] = [];
  let rest = bytes;
  while (rest.length > 0) {
    const member = readMember(rest);
    if (member === 'incomplete') {
      const beginning = beginningOf(rest);
      if (!('why' in beginning)) found.push(beginning);
      break;
    }
    if ('why' in member) break;
    found.push(member.data);
    rest = rest.subarray(member.length);
  }
  return Buffer.concat(found);
}
