/** Decodes texts that are read in pieces. */

import { StringDecoder } from 'node:string_decoder';

/** UTF-16 without a byte order mark is recognized by the zero bytes of ASCII characters. */
export function encodingOf(head: Buffer): 'utf-8' | 'utf-16le' | 'utf-16be' {
  const [first, second] = head;
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0)) return 'utf-16be';
  return 'utf-8';
}

/**
 * Returns a function that decodes a text in pieces and removes a byte order mark. `head` is the
 * beginning of the text. A call without a piece returns the rest. For UTF-8, `StringDecoder` is
 * twice as fast as `TextDecoder`.
 */
export function decoderFor(head: Buffer): (chunk?: Buffer) => string {
  const encoding = encodingOf(head);
  if (encoding !== 'utf-8') {
    const decoder = new TextDecoder(encoding);
    return (chunk) => (chunk === undefined ? decoder.decode() : decoder.decode(chunk, MORE));
  }
  const decoder = new StringDecoder('utf8');
  let isFirst = true;
  return (chunk) => {
    const text = chunk === undefined ? decoder.end() : decoder.write(chunk);
    const rest = isFirst ? text.replace(/^\uFEFF/, '') : text;
    if (text !== '') isFirst = false;
    return rest;
  };
}

const MORE = { stream: true } as const;
