import { setTimeout as sleep } from 'node:timers/promises';
import { NotImplemented, type World } from '../../src/clients/in-process.js';
import { HttpClient, openTransport, Redactor, TokenClient } from '../../src/http/index.js';
import { TEMPLATES_PATH } from '../../src/protocol/templates/question.js';
import { TOKEN_PATH } from '../../src/protocol/templates/token-request.js';

/** The token client that Assay itself uses, put on trial by its own suite. */
export async function tokenClient({ settings, task, parameters }: World): Promise<void> {
  const {
    AUTH_URL,
    ETM_BASE_URL,
    ETM_CLIENT_ID: id = '',
    ETM_CLIENT_SECRET: secret = '',
  } = settings;
  const transport = openTransport({ timeoutMs: 10_000 });
  const http = new HttpClient({ transport, redactor: new Redactor([]) });
  const tokens = new TokenClient({
    url: `${AUTH_URL}${TOKEN_PATH}`,
    client: { id, secret },
    send: (request) => http.send(request),
  });
  const url = `${ETM_BASE_URL}${TEMPLATES_PATH}`;
  const list = () =>
    tokens.call((token) =>
      http.send(
        { interface: 'templates', url, headers: [['Authorization', `Bearer ${token}`]] },
        { fresh: true },
      ),
    );
  try {
    await doTask(task, Number(parameters[0]), list);
  } finally {
    await transport.close();
  }
}

/** The three tasks about templates; no other is done. */
export async function doTask(
  task: string,
  amount: number,
  list: () => Promise<unknown>,
): Promise<void> {
  switch (task) {
    case 'list-templates':
      for (let call = 0; call < amount; call += 1) await list();
      return;
    case 'list-templates-at-once':
      await Promise.all(Array.from({ length: amount }, list));
      return;
    case 'list-templates-for':
      for (const end = Date.now() + amount * 1000; Date.now() < end; await sleep(200)) await list();
      return;
    default:
      throw new NotImplemented(task);
  }
}
