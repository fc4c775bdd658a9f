/** Broken clients that handle errors of the export API wrongly. */

import { PlainClient } from './plain-client.js';

/** As Python prints a dict: `{'error': 'text'}`. */
export class PrintsPythonBody extends PlainClient {
  protected override errorText(body: unknown): string {
    return JSON.stringify(body).replaceAll('"', "'").replaceAll(':', ': ').replaceAll(',', ', ');
  }
}

/** As PHP's print_r prints an array: `Array ( [error] => text )`, over several lines. */
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
