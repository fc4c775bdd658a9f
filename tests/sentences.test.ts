import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseAst } from 'rolldown/parseAst';
import { expect, it } from 'vitest';
import { packageRoot } from '../src/schema/validate.js';

/** Texts of three words or more, in the order of a source; `…` is what is filled in. */
function sentencesOf(file: string): readonly string[] {
  const found: string[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { type, value, quasis } = node as Record<string, unknown>;
    if (type === 'ImportDeclaration') return;
    if (type === 'Literal' && typeof value === 'string') found.push(value);
    // What is between the tags of a page is text, too.
    if (type === 'TemplateLiteral')
      found.push(
        ...(quasis as { value: { cooked: string } }[])
          .map((part) => part.value.cooked)
          .join('…')
          .split(/<[a-z/!][^>]*>/),
      );
    Object.values(node).forEach(visit);
  };
  visit(parseAst(readFileSync(path.join(packageRoot, file), 'utf8'), { lang: 'ts' }));
  return found
    .map((text) => text.trim().replace(/\s+/g, ' '))
    .filter((text) => /[A-Za-z]{2,}\S* [A-Za-z…]\S* \S*[A-Za-z…]/.test(text));
}

it('says nothing that is not in the list of what it says, which is read in one sitting', async () => {
  const files = ['src', 'suites']
    .flatMap((folder) =>
      readdirSync(path.join(packageRoot, folder), { recursive: true }).map((name) =>
        path.posix.join(folder, String(name).replaceAll(path.sep, '/')),
      ),
    )
    .filter(
      (name) =>
        name.endsWith('.ts') &&
        !/\.test\.ts$|^src\/clients\/broken|\/(?:style|script)\.ts$/.test(name),
    )
    .sort();
  const said = files.flatMap((file) => {
    const sentences = sentencesOf(file);
    return sentences.length === 0
      ? []
      : [`${file}\n${sentences.map((text) => `  ${text}`).join('\n')}\n`];
  });
  await expect(said.join('\n')).toMatchFileSnapshot('sentences.txt');
});
