// Writes src/schema/types.ts: one TypeScript type for every schema in schemas/, so that no type is
// written twice.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { compile } from 'json-schema-to-typescript';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = path.join(root, 'schemas');
const files = readdirSync(folder, { recursive: true })
  .map(String)
  .filter((name) => name.endsWith('.schema.json'))
  .sort();

// A description beside a $ref would make the compiler write a second copy of the type.
const bare = (node) => {
  if (Array.isArray(node)) return node.map(bare);
  if (node === null || typeof node !== 'object') return node;
  if (typeof node.$ref === 'string') return { $ref: node.$ref };
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, bare(value)]));
};

const seen = new Set();
const parts = ['// Written by scripts/schema-types.mjs from schemas/. Do not edit.'];
for (const file of files) {
  const full = path.join(folder, file);
  const schema = bare(JSON.parse(readFileSync(full, 'utf8')));
  const source = await compile(schema, schema.title, {
    bannerComment: '',
    cwd: path.dirname(full),
    unreachableDefinitions: true,
    style: { singleQuote: true, printWidth: 120 },
  });
  // A schema that another one refers to is written out with each of them; one copy is enough.
  for (const block of source.split(/\n(?=(?:\/\*\*\n(?: \*.*\n)+)?export )/)) {
    const name = /export (?:interface|type) (\w+)/.exec(block)?.[1];
    if (name === undefined || seen.has(name)) continue;
    seen.add(name);
    parts.push(block.trim());
  }
}
mkdirSync(path.join(root, 'src/schema'), { recursive: true });
writeFileSync(path.join(root, 'src/schema/types.ts'), `${parts.join('\n\n')}\n`);
