/** Broken clients of the export API: they print errors wrongly, or send no token with JSON:API. */

import { PlainClient } from './plain-client.js';

/** Prints the body of an error as Python prints a dict: `{'error': 'text'}`. */
export class PrintsPythonBody extends PlainClient {
  protected override errorText(body: unknown): string {
    return JSON.stringify(body).replaceAll('"', "'").replaceAll(':', ': ').replaceAll(',', ', ');
  }
}

/** Prints the body as PHP's print_r does: `Array ( [error] => text )`, over several lines. */
export class PrintsPhpBody extends PlainClient {
  protected override errorText(body: unknown): string {
    return printR(body, '');
  }
}

function printR(value: unknown, indent: string): string {
  if (typeof value !== 'object' || value === null) return String(value);
  const members = Object.entries(value).map(
    ([name, member]) => `${indent}    [${name}] => ${printR(member, `${indent}        `)}`,
  );
  return `Array\n${indent}(\n${members.join('\n')}\n${indent})\n`;
}

export class NoTokenOnJsonApi extends PlainClient {
  protected override products(
    path: string,
    headers: Record<string, string>,
  ): Promise<readonly number[]> {
    const { 'X-EA-Auth-Token': _, ...rest } = headers;
    return super.products(path, headers.Accept === 'application/vnd.api+json' ? rest : headers);
  }
}
