import { inHandover } from '../defects/change.js';
import { json } from '../wire/answer.js';
import { type Variant, variants } from './variant.js';

const refusal = (status: number, message: string) => ({
  behaviour: inHandover(() => ({ unauthorized: () => json(status, { message }) })),
});

const done = (message: string) => ({
  behaviour: inHandover(() => ({ transferred: () => json(200, { message }) })),
});

/** Refusals and confirmations of a handover, in any status, language and words. */
export const HANDOVER: readonly Variant[] = variants('handover', {
  'refused-with-403': [
    'Without authorization: 403, in other words.',
    refusal(403, 'Please log in: authentication is needed.'),
  ],
  'refused-with-200': [
    'Without authorization: 200, and nothing moves.',
    refusal(200, 'Authorization is required to access this resource.'),
  ],
  'refused-with-400': [
    'Without authorization: 400, speaking of permission.',
    refusal(400, 'You do not have permission to do this.'),
  ],
  'refused-in-german': ['Without authorization: 401, in German.', refusal(401, 'Sie sind nicht berechtigt.')],
  'refused-in-spanish-with-400': [
    'Without authorization: 400, in Spanish.',
    refusal(400, 'Se requiere autorización para acceder a este recurso.'),
  ],
  'refused-in-french-at-length': [
    'Without authorization: 403, in French, naming what was not done.',
    refusal(403, "Vous n'êtes pas autorisé. Aucune ressource n'a été transférée."),
  ],
  'refused-in-japanese': ['Without authorization: 401, in Japanese.', refusal(401, '認証が必要です。')],
  'done-with-a-remark': [
    'Success says that nothing else is to be done.',
    done('All resources have been transferred to the new user. No further action is required.'),
  ],
  'done-in-german': ['Success is told in German.', done('Alle Ressourcen wurden dem neuen Benutzer übertragen.')],
  'done-in-french': [
    'Success is told in French.',
    done('Toutes les ressources ont été transférées au nouvel utilisateur.'),
  ],
  'done-in-spanish': [
    'Success is told in Spanish.',
    done('Todos los recursos han sido transferidos al nuevo usuario.'),
  ],
  'done-in-japanese': ['Success is told in Japanese.', done('すべてのリソースが新しいユーザーに譲渡されました。')],
  'done-in-other-words': [
    'Success is told in other words, as 201, with more members.',
    {
      behaviour: inHandover(() => ({
        transferred: () => json(201, { message: 'The new user has been given all resources: transferred.', count: 4 }),
      })),
    },
  ],
});
