/** Makes the shell commands with which a user can reproduce recorded exchanges. */

import type { Connection } from '../settings/index.js';
import { curlOf } from './curl.js';
import { curlOptions } from './curl-options.js';
import type { Exchange } from './exchange.js';
import type { Redactor } from './redact.js';
import { reproducing } from './reproducing.js';
import { variablesIn, type WordOf } from './shell.js';

export interface CommandOptions {
  readonly redactor: Redactor;
  /** The option that names the target, such as `--target staging.json`. */
  readonly naming?: string | undefined;
  /** Whether other clients sent the requests, with headers of their own. Default false. */
  readonly isRecorded?: boolean | undefined;
  readonly connection?: Connection | undefined;
  /** Commands that obtain tokens, for tokens that were altered after they were issued. */
  readonly sources?: ReadonlyMap<string, string> | undefined;
}

/**
 * Each request is a curl command. Settings are shell variables, the shell computes derived values,
 * and a token is obtained before its first use.
 */
export function commandsOf(
  recorded: readonly Exchange[],
  { redactor, naming, sources, connection, isRecorded = false }: CommandOptions,
): readonly string[] {
  const shown = recorded.map((exchange) =>
    isRecorded ? reproducing(exchange) : { exchange, options: [] },
  );
  const exchanges = shown.map(({ exchange }) => exchange);
  const withTarget = (command: string): string =>
    naming === undefined ? command : command.replaceAll('assay token', `assay token ${naming}`);
  const wordOf: WordOf = (shown) => {
    const recipe = redactor.recipeOf(shown);
    return recipe === undefined ? `"${shown}"` : withTarget(recipe);
  };
  const obtained = new Set<string>();
  const obtain = (name: string): readonly string[] => {
    const source = sources?.get(name) ?? redactor.sourceOf(name);
    if (source === undefined || obtained.has(name)) return [];
    obtained.add(name);
    return [`${name.slice(2, -1)}="$(${withTarget(source)})"`];
  };
  const usedBy = exchanges.map(namesSent);
  const commands = exchanges.flatMap((exchange, index) => {
    const later = new Set(usedBy.slice(index + 1).flat());
    const issued = variablesIn(exchange.answer?.body ?? '').filter(
      (shown) => isIssuing(exchange) && later.has(shown),
    );
    const before = (usedBy[index] ?? []).flatMap(obtain);
    return issued.length > 0
      ? [...before, ...issued.flatMap(obtain)]
      : [
          ...before,
          curlOf(exchange, wordOf, [...curlOptions(connection), ...(shown[index]?.options ?? [])]),
        ];
  });
  return inLoops(commands);
}

const namesSent = ({ request }: Exchange): readonly string[] =>
  variablesIn(
    [
      request.url,
      ...[...request.headers, ...(request.added ?? [])].map(([, value]) => value),
      request.body ?? '',
    ].join(' '),
  );

const isIssuing = ({ request, answer }: Exchange): boolean =>
  request.method === 'POST' &&
  answer !== undefined &&
  answer.status < 300 &&
  /"access_token"/.test(answer.body);

/** Joins repetitions of the same command into a loop. */
function inLoops(commands: readonly string[]): readonly string[] {
  const made: { readonly command: string; times: number }[] = [];
  for (const command of commands) {
    const last = made.at(-1);
    if (last?.command === command) last.times += 1;
    else made.push({ command, times: 1 });
  }
  return made.map(({ command, times }) =>
    times === 1
      ? command
      : `for try in ${Array.from({ length: times }, (_, i) => i + 1).join(' ')}; do ${command}; done`,
  );
}
