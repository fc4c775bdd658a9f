import { createServer } from 'node:http';
import type { TargetFile } from 'assay';

const KEY = 'stk-Key_2c9';
const LEVELS: Readonly<Record<string, number>> = { 'oak-chair': 12, lamp: 0 };

/** What can be broken. */
export type Defect = 'pieces-as-text' | 'any-key-accepted';

/** The reference server of the stock API, and the target that reaches it. */
export async function startStock(
  ...defects: readonly Defect[]
): Promise<{ readonly target: TargetFile; readonly close: () => void }> {
  const broken = new Set(defects);
  const server = createServer(({ url = '', headers }, response) => {
    const json = (status: number, body: unknown): void =>
      void response
        .writeHead(status, { 'Content-Type': 'application/json' })
        .end(JSON.stringify(body));
    const key = headers['x-stock-key'];
    if (broken.has('any-key-accepted') ? key === undefined : key !== KEY)
      return json(401, { error: 'Who asks?' });
    const article = url.replace('/stock/', '');
    const pieces = LEVELS[article];
    if (pieces === undefined) return json(404, { error: 'There is no such article' });
    return json(200, { article, pieces: broken.has('pieces-as-text') ? String(pieces) : pieces });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return {
    target: {
      name: 'stock',
      allow: { unsafeMethods: true },
      interfaces: {
        stock: {
          baseUrl: `http://127.0.0.1:${port}/`,
          headers: { 'X-Stock-Key': KEY },
          article: 'oak-chair',
        },
      },
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
