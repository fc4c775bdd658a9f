import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { decodeText, loadTarget, readFixture } from './index.js';

const folder = mkdtempSync(path.join(tmpdir(), 'assay-text-'));
const TEXT = '{"name": "Zürich", "export": {"baseUrl": "https://export.example.com"}}';
const BOM = '\u{FEFF}';
const bigEndian = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16();
const encodings: Readonly<Record<string, Buffer>> = {
  'UTF-8': Buffer.from(TEXT),
  'UTF-8 with a byte order mark': Buffer.from(BOM + TEXT),
  'UTF-16LE with a byte order mark': Buffer.from(BOM + TEXT, 'utf16le'),
  'UTF-16BE with a byte order mark': bigEndian(BOM + TEXT),
  'UTF-16LE without one': Buffer.from(TEXT, 'utf16le'),
  'UTF-16BE without one': bigEndian(TEXT),
};
const write = (name: string, content: Buffer | string): string => {
  const file = path.join(folder, name);
  writeFileSync(file, content);
  return file;
};

describe.each(Object.entries(encodings))('a file in %s', (name, bytes) => {
  it('is read as text', () => {
    expect(decodeText(bytes, 'The file')).toBe(TEXT);
  });
  it('is a target file', () => {
    const file = write(`${name}.json`, bytes);
    expect(loadTarget({ file, environment: {}, cwd: folder })?.name).toBe('Zürich');
  });
  it('is a fixture', () => {
    expect(readFixture(write(`${name}.ndjson`, bytes))).toHaveLength(1);
  });
});

it('reads an env file as PowerShell writes it', () => {
  const file = write(
    'shell.env',
    Buffer.from(`${BOM}EXPORT_BASE_URL=https://a.example\r\n`, 'utf16le'),
  );
  expect(loadTarget({ envFiles: [file], environment: {}, cwd: folder })?.export?.baseUrl).toBe(
    'https://a.example',
  );
});

it('names the encoding and the position of a byte that is not UTF-8', () => {
  const file = write('latin.json', Buffer.from(TEXT, 'latin1'));
  expect(() => loadTarget({ file, environment: {}, cwd: folder })).toThrow(
    `The target file ${file} is neither UTF-8 nor UTF-16: byte 0xFC at position 12 suggests Latin-1`,
  );
});

it.each([
  ['[]', 'an array'],
  ['"x"', 'a string'],
  ['null', 'null'],
  ['7', 'a number'],
])('refuses %s as a target file by name', (text, kind) => {
  const file = write('odd.json', text);
  expect(() => loadTarget({ file, environment: {}, cwd: folder })).toThrow(
    `The target file ${file} must contain a JSON object, but contains ${kind}.`,
  );
});
