import { request } from 'node:http';

/** Status and text of an answer to no other headers than these: `fetch` always sends an Accept. */
export const bareRequest = (
  url: string,
  headers: Readonly<Record<string, string>>,
): Promise<unknown> =>
  new Promise((resolve, reject) => {
    request(url, { headers }, (response) => {
      let text = '';
      response.on('data', (chunk) => {
        text += chunk;
      });
      // A body that is cut comes to its close without an end.
      response.on('error', () => undefined);
      response.on('close', () => resolve([response.statusCode, text]));
    })
      .on('error', reject)
      .end();
  });
