import { createServer, type Socket } from 'node:net';

// The other end of the load bench, in a process of its own: as cheap as a server can be, so that
// what is measured is the generator. Answers by path, counts arrivals on the monotonic clock that
// all processes of a machine share.

/** What the bench asks of the server. */
export type Ask =
  | 'reset'
  | 'arrivals'
  | { readonly stallMs: number; readonly afterArrivals: number }
  /** Every answer takes so long. */
  | { readonly delayMs: number };

const BODY = JSON.stringify(
  Array.from({ length: 10 }, (_, id) => ({ id, name: `Product ${id}`, price: 9.5 })),
);
const head = (length: number, more = ''): string =>
  `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nDate: ${date}\r\nContent-Length: ${length}\r\n${more}\r\n`;
let date = '';
let page = Buffer.alloc(0);
/** The head says the time, as that of any server: it changes every second. */
function tick(): void {
  date = new Date().toUTCString();
  page = Buffer.from(head(Buffer.byteLength(BODY)) + BODY);
}
tick();
setInterval(tick, 1000);

let arrivals: number[] = [];
let answers = 0;
let delayMs = 0;
let stall: { readonly stallMs: number; readonly afterArrivals: number } | undefined;

function echo(socket: Socket, path: string): void {
  answers += 1;
  const last = answers % 5 === 0;
  const text = head(path.length, last ? 'Connection: close\r\n' : '') + path;
  // Every fifth answer is the last of its connection, announced or, in turn, not.
  if (!last) socket.write(text);
  else if (answers % 10 === 0) socket.end(text);
  else socket.end(head(path.length) + path);
}

function block(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

const server = createServer((socket) => {
  socket.setNoDelay(true);
  socket.on('error', () => {});
  socket.on('data', (chunk) => {
    arrivals.push(Number(process.hrtime.bigint()) / 1e6);
    if (stall && arrivals.length === stall.afterArrivals) {
      const { stallMs } = stall;
      stall = undefined;
      block(stallMs);
    }
    const path = chunk.toString('latin1', 4, chunk.indexOf(32, 4));
    if (path.startsWith('/echo/')) echo(socket, path);
    else if (delayMs > 0) setTimeout(() => socket.write(page), delayMs);
    else socket.write(page);
  });
});

server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address !== null && typeof address !== 'string') process.send?.({ port: address.port });
});
process.on('message', (ask: Ask) => {
  if (ask === 'arrivals') process.send?.({ arrivals });
  else if (ask === 'reset') {
    arrivals = [];
    process.send?.({ reset: true });
  } else {
    if ('delayMs' in ask) delayMs = ask.delayMs;
    else stall = ask;
    process.send?.({ armed: true });
  }
});
process.on('disconnect', () => process.exit());
