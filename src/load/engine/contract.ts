import type { Client } from 'autocannon';

/** The version of autocannon whose internals this folder was written against. */
export const AUTOCANNON_VERSION = '9.0.0';

const METHODS = ['_connect', '_doRequest', '_destroyConnection', 'destroy'] as const;
const QUEUE = ['addByteCount', 'addBody', 'setHeaders', 'terminateRequest', 'clear'] as const;
const PARSER = ['execute', 'finish', 'reinitialize'] as const;

function lacks(holder: unknown, names: readonly string[]): string[] {
  return names.filter((name) => typeof Reflect.get(Object(holder), name) !== 'function');
}

/**
 * Names what a client lacks of the internals that the engine shadows or calls. Empty for the pinned version.
 * Asked for every client before its first connection, so that a changed autocannon ends the run instead of its truth.
 */
export function brokenContract(client: Client): string[] {
  return [
    ...lacks(client, METHODS).map((name) => `client.${name}()`),
    ...lacks(client.pipelinedRequests, QUEUE).map((name) => `client.pipelinedRequests.${name}()`),
    ...lacks(client.parser, PARSER).map((name) => `client.parser.${name}()`),
    ...(typeof client.secure === 'boolean' ? [] : ['client.secure']),
    ...(typeof client.parser?.state === 'string' ? [] : ['client.parser.state']),
    ...(client.conn === undefined ? [] : ['client.conn is there before the first connection']),
  ];
}
