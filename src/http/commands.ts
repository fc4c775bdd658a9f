/** Makes the shell commands with which a user can reproduce the exchanges of a run. */

import type { Connection } from '../settings/index.js';
import { curlOf } from './curl.js';
import { curlOptions } from './curl-options.js';
import type { Exchange } from './exchange.js';
import type { Redactor } from './redact.js';
import { variablesIn, type WordOf } from './shell.js';

/** HTTP clients and proxies add these header fields. Responses do not depend on them. */
const ADDED =
  /^(?:host|connection|keep-alive|content-length|user-agent|accept-(?:encoding|language|charset)|sec-.*|dnt|origin|referer|te|trailer|upgrade.*|proxy-.*|pragma|cache-control|priority|via|forwarded|x-forwarded-.*|x-real-ip|x-requested-with|traceparent|tracestate|baggage|x-request-id|x-correlation-id|newrelic|purpose)$/i;

/**
 * Keeps only headers on which the response may depend. `--compressed` is set for a coded response,
 * because curl would otherwise not decode it.
 */
function reproducing(exchange: Exchange): {
  readonly exchange: Exchange;
  readonly options: readonly string[];
} {
  const { request, answer } = exchange;
  const isCoded = answer?.headers.some(([name = '']) => /^content-encoding$/i.test(name)) ?? false;
  const headers = request.headers.filter(([name = '']) => !ADDED.test(name));
  return {
    exchange: { ...exchange, request: { ...request, headers } },
    options: isCoded ? ['--compressed'] : [],
  };
}

export interface CommandOptions {
  readonly redactor: Redactor;
  /** The option that names the target, such as `--target staging.json`. */
  readonly naming?: string | undefined;
  /** Whether the exchanges are recorded traffic of other clients. Default false. */
  readonly isRecorded?: boolean | undefined;
  readonly connection?: Connection | undefined;
  /** For the variable of an altered token, the command that obtains and alters the token. */
  readonly sources?: ReadonlyMap<string, string> | undefined;
}

/**
 * Each request becomes a curl command. Settings become shell variables. A token is assigned to a
 * variable before its first use. A secret that no variable of the settings contains is printed by
 * `assay token --secret`.
 */
export function commandsOf(
  given: readonly Exchange[],
  { redactor, naming, sources, connection, isRecorded = false }: CommandOptions,
): readonly string[] {
  const prepared = given.map((exchange) =>
    isRecorded ? reproducing(exchange) : { exchange, options: [] },
  );
  const exchanges = prepared.map(({ exchange }) => exchange);
  const withTarget = (command: string): string =>
    naming === undefined ? command : command.replaceAll('assay token', `assay token ${naming}`);
  const wordOf: WordOf = (variable) => {
    const computed = redactor.recipeOf(variable);
    return computed === undefined ? `"${variable}"` : withTarget(computed);
  };
  const variablesOfRecipe = (variable: string): readonly string[] =>
    [...(redactor.recipeOf(variable) ?? '').matchAll(/\$\{?([A-Z][A-Z0-9_]*)/g)].map(
      ([, name]) => `\${${name}}`,
    );
  const obtained = new Set<string>();
  const obtain = (variable: string): readonly string[] => {
    const source = sources?.get(variable) ?? redactor.sourceOf(variable);
    if (source === undefined || obtained.has(variable)) return [];
    obtained.add(variable);
    return [`${nameIn(variable)}="$(${withTarget(source)})"`];
  };
  const usedBy = exchanges.map(variablesSent);
  const commands = exchanges.flatMap((exchange, index) => {
    const used = usedBy[index] ?? [];
    const before = [...used.flatMap(variablesOfRecipe), ...used].flatMap(obtain);
    const usedLater = new Set(usedBy.slice(index + 1).flat());
    const issued = issuesToken(exchange)
      ? variablesIn(exchange.answer?.body ?? '').filter((variable) => usedLater.has(variable))
      : [];
    // The command that obtains the issued token replaces the token request.
    if (issued.length > 0) return [...before, ...issued.flatMap(obtain)];
    const options = [...curlOptions(connection), ...(prepared[index]?.options ?? [])];
    return [...before, curlOf(exchange, wordOf, options)];
  });
  return inLoops(commands);
}

/** The name in a shell variable such as `${ACCESS_TOKEN}`. */
const nameIn = (variable: string): string => variable.slice(2, -1);

const variablesSent = ({ request }: Exchange): readonly string[] =>
  variablesIn(
    [
      request.url,
      ...[...request.headers, ...(request.added ?? [])].map(([, value]) => value),
      request.body ?? '',
    ].join(' '),
  );

const issuesToken = ({ request, answer }: Exchange): boolean =>
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
