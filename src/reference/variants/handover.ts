/**
 * Ways in which a server may handle the handover differently from the reference server and still
 * conform: with another status, language or message.
 */

import { inHandover } from '../defects/change.js';
import { json } from '../wire/answer.js';
import { type Variant, variants } from './variant.js';

const refusal = (status: number, message: string) => ({
  behaviour: inHandover(() => ({
    unauthorized: () =>
      json(status, { message }, status === 401 ? { 'WWW-Authenticate': 'Bearer' } : {}),
  })),
});

const confirmation = (message: string) => ({
  behaviour: inHandover(() => ({ transferred: () => json(200, { message }) })),
});

export const HANDOVER: readonly Variant[] = variants('handover', {
  'refused-with-403': [
    'Without authorization: 403, with a request to log in.',
    refusal(403, 'Please log in: authentication is needed.'),
  ],
  'refused-with-200': [
    'Without authorization: 200 with an error message, and nothing is transferred.',
    refusal(200, 'Authorization is required to access this resource.'),
    ['HND-AUTH-1', 'HND-AUTH-2'],
  ],
  'refused-with-400': [
    'Without authorization: 400, with a message about permission.',
    refusal(400, 'You do not have permission to do this.'),
  ],
  'refused-in-german': [
    'Without authorization: 401, in German.',
    refusal(401, 'Sie sind nicht berechtigt.'),
  ],
  'refused-in-spanish-with-400': [
    'Without authorization: 400, in Spanish.',
    refusal(400, 'Se requiere autorización para acceder a este recurso.'),
  ],
  'refused-in-french-at-length': [
    'Without authorization: 403, in French, with the sentence that nothing was transferred.',
    refusal(403, "Vous n'êtes pas autorisé. Aucune ressource n'a été transférée."),
  ],
  'refused-in-japanese': [
    'Without authorization: 401, in Japanese.',
    refusal(401, '認証が必要です。'),
  ],
  'done-with-a-remark': [
    'The success message says that no further action is required.',
    confirmation(
      'All resources have been transferred to the new user. No further action is required.',
    ),
  ],
  'done-in-german': [
    'The success message is in German.',
    confirmation('Alle Ressourcen wurden dem neuen Benutzer übertragen.'),
  ],
  'done-in-french': [
    'The success message is in French.',
    confirmation('Toutes les ressources ont été transférées au nouvel utilisateur.'),
  ],
  'done-in-spanish': [
    'The success message is in Spanish.',
    confirmation('Todos los recursos han sido transferidos al nuevo usuario.'),
  ],
  'done-in-japanese': [
    'The success message is in Japanese.',
    confirmation('すべてのリソースが新しいユーザーに譲渡されました。'),
    ['HND-OK-1'],
  ],
  'done-in-other-words': [
    'The success response has status 201, other words and an additional member.',
    {
      behaviour: inHandover(() => ({
        transferred: () =>
          json(201, {
            message: 'The new user has been given all resources: transferred.',
            count: 4,
          }),
      })),
    },
  ],
  'body-comes-first': [
    'JSON that is malformed, or has half of a surrogate pair, is refused before the authorization is read.',
    {
      behaviour: (healthy) => ({
        ...healthy,
        around: (handle) => {
          const inner = healthy.around(handle);
          return async (call) => {
            if (!/\/handover$/.test(call.path)) return inner(call);
            const body = await call.body();
            return isMalformed(body.toString())
              ? json(400, { message: 'Bad request.' })
              : inner({ ...call, body: async () => body });
          };
        },
      }),
    },
  ],
});

/** An escaped surrogate is refused even in a complete pair. An empty body is not refused here. */
function isMalformed(body: string): boolean {
  try {
    JSON.parse(body);
    return /\\ud[89a-f]/i.test(body);
  } catch {
    return body !== '';
  }
}
