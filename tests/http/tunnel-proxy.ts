import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';

export interface TunnelProxy {
  readonly origin: string;
  /** What it was asked to tunnel to, and by whom. */
  readonly asked: string[];
  close(): void;
}

/**
 * A proxy that opens tunnels (CONNECT) for requests with these credentials, and does nothing else.
 */
export async function tunnelProxy(authorization: string): Promise<TunnelProxy> {
  const asked: string[] = [];
  const server = createServer().on('connect', (from, socket) => {
    const shown = from.headers['proxy-authorization'];
    asked.push(`${from.url} ${shown ?? 'nobody'}`);
    socket.on('error', () => {});
    if (shown !== authorization)
      return void socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
    const { hostname, port } = new URL(`http://${from.url}`);
    const onward = connect(Number(port), hostname, () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      onward.pipe(socket).pipe(onward);
    });
    onward.on('error', () => socket.destroy());
    onward.on('close', () => socket.destroy());
    socket.on('close', () => onward.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const { port } = server.address() as AddressInfo;
  return { origin: `http://localhost:${port}`, asked, close: () => void server.close() };
}
