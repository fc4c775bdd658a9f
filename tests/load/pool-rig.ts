import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { message } from '../../src/load/engine/message.js';
import { openPool, type Pool, type PoolOptions } from '../../src/load/engine/pool.js';
import type { Outcome, Ticket } from '../../src/load/engine/ticket.js';

const closing: (() => Promise<unknown>)[] = [];

/** Closes what was opened last. */
export async function closeLast(): Promise<void> {
  await closing.pop()?.();
}

/** Closes what a test opened, the last first. */
export async function closeAll(): Promise<void> {
  for (const close of closing.splice(0).reverse()) await close();
}

function originOf(server: { address(): AddressInfo | string | null }): string {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('not listening');
  return `http://127.0.0.1:${address.port}`;
}

export async function serve(listener: RequestListener): Promise<string> {
  const server: Server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(
    () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  );
  return originOf(server);
}

/** A server that returns these bytes for every request. */
export async function speak(speech: (socket: Socket) => void): Promise<string> {
  const server = createTcpServer((socket) => {
    socket.on('error', () => {});
    socket.on('data', () => speech(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => new Promise((resolve) => server.close(resolve)));
  return originOf(server);
}

export async function poolOf(origin: string, options: Partial<PoolOptions> = {}): Promise<Pool> {
  const opened = await openPool({
    origin,
    connections: 2,
    timeout: 5000,
    backlog: 1000,
    ...options,
  });
  closing.push(() => opened.close('test over'));
  return opened;
}

interface Ask {
  readonly repeatable?: boolean;
  readonly keep?: boolean;
  /** Given the ticket before it is sent. */
  readonly asking?: (ticket: Ticket) => void;
}

export function ask(
  to: Pool,
  origin: string,
  path: string,
  { repeatable = true, keep = true, asking }: Ask = {},
) {
  return new Promise<{ outcome: Outcome; ticket: Ticket; at: number }>((resolve) => {
    const ticket: Ticket = {
      request: {
        origin,
        title: path,
        message: message({ method: 'GET', url: new URL(path, origin), headers: {} }),
        expects: 200,
        repeatable,
        reads: keep,
      },
      intended: performance.now(),
      sent: 0,
      firstByte: 0,
      tries: 0,
      keep,
      settle: (ticket, outcome, at) => resolve({ outcome, ticket, at }),
    };
    asking?.(ticket);
    to.submit(ticket);
  });
}
