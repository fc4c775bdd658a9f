import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { randomFrom } from '../random.js';
import { piecesOf, streamedPiecesOf } from './file-pieces.js';
import { type Damage, isGzip } from './gzip-member.js';

const folder = mkdtempSync(path.join(tmpdir(), 'assay-pieces-'));

/** Text that is hard to compress, so that its members are larger than one read. */
function textOf(length: number): string {
  const next = randomFrom(length);
  return Array.from({ length }, () => String.fromCharCode(33 + Math.floor(next() * 90))).join('');
}

interface Read {
  readonly text: string;
  readonly damage: Damage | undefined;
}

/** Reads a file with these bytes in both ways. */
async function read(bytes: Buffer): Promise<readonly [atOnce: Read, streamed: Read]> {
  const file = path.join(folder, 'file');
  writeFileSync(file, bytes);
  const atOnce: Buffer[] = [];
  const pieces = piecesOf(file);
  let piece = pieces.next();
  for (; !piece.done; piece = pieces.next()) atOnce.push(piece.value.bytes);
  const streamed: Buffer[] = [];
  const stream = streamedPiecesOf(file);
  let chunk = await stream.next();
  for (; !chunk.done; chunk = await stream.next()) streamed.push(chunk.value);
  return [
    { text: Buffer.concat(atOnce).toString(), damage: piece.value },
    { text: Buffer.concat(streamed).toString(), damage: chunk.value },
  ];
}

const [first, large, last] = [textOf(1000), textOf(700_000), textOf(2000)];
const members = [first, large, last].map((text) => gzipSync(text));
const whole = Buffer.concat(members);
const startOf = (index: number): number =>
  members.slice(0, index).reduce((sum, { length }) => sum + length, 0);

describe('a file that is read in pieces', () => {
  it.each([
    ['without compression', Buffer.from(large), large],
    ['with several members', whole, first + large + last],
    ['with a name in its header', named(gzipSync(first), 'a-name'), first],
    ['without content', Buffer.alloc(0), ''],
    ['with an empty member', gzipSync(''), ''],
  ])('%s has its whole content', async (_, bytes, text) => {
    for (const one of await read(bytes)) expect(one).toEqual({ text, damage: undefined });
  });

  it.each([
    ['in its large member', whole.subarray(0, startOf(1) + 5000), 1],
    ['in the checksum of its last member', whole.subarray(0, whole.length - 5), 2],
    ['in the header of its last member', whole.subarray(0, startOf(2) + 4), 2],
  ])('that is cut off %s is read up to there', async (_, bytes, torn) => {
    const before = [first, large, last].slice(0, torn).join('');
    for (const { text, damage } of await read(bytes)) {
      expect((first + large + last).startsWith(text)).toBe(true);
      expect(text.startsWith(before)).toBe(true);
      expect(damage).toMatchObject({ kind: 'torn', at: startOf(torn) });
    }
  });

  it.each([
    ['data of a member', startOf(1) + 3000],
    ['checksum of a member', startOf(2) - 7],
    ['length of a member', startOf(2) - 2],
  ])('with a changed byte in the %s is damaged there', async (_, at) => {
    const bytes = Buffer.from(whole);
    bytes[at] = (bytes[at] ?? 0) ^ 0xff;
    const [atOnce, streamed] = await read(bytes);
    expect(atOnce.text).toBe(first);
    for (const { damage } of [atOnce, streamed])
      expect(damage).toMatchObject({ kind: 'damaged', at: startOf(1) });
  });

  it('is damaged where something else follows its members', async () => {
    for (const { text, damage } of await read(Buffer.concat([gzipSync(first), Buffer.from('xyz')])))
      expect([text, damage?.kind, damage?.at]).toEqual([first, 'damaged', gzipSync(first).length]);
  });
});

/** Adds a name to the header of a member (RFC 1952 section 2.3.1). */
function named(member: Buffer, name: string): Buffer {
  expect(isGzip(member)).toBe(true);
  const header = Buffer.from(member.subarray(0, 10));
  header[3] = 8;
  return Buffer.concat([header, Buffer.from(`${name}\0`), member.subarray(10)]);
}
