/**
 * Deliberate defects of the reference server in the handover, which transfers all resources of one
 * user to another.
 */

import { jsonValue } from '../../../schema/json-value.js';
import type { Change } from '../../behaviour.js';
import { HANDOVER_TOKEN } from '../../credentials.js';
import type { Transfer } from '../../handover/behaviour.js';
import { BYSTANDER } from '../../handover/index.js';
import { answer, json } from '../../wire/answer.js';
import { type Call, header } from '../../wire/call.js';
import { answersOf, inHandover } from '../change.js';
import { blatant, type Defect, defectsOf, subtle } from '../defect.js';

const handover = defectsOf('handover', 'handover');

const DONE = 'All resources have been transferred to the new user.';
const isHandover = ({ path, method }: Call): boolean => path === '/handover' && method === 'POST';
const authorization = (call: Call): string => header(call, 'authorization') ?? '';

/** Also authorizes a handover request for which `when` returns true. */
const alsoAuthorised = (
  when: (presented: string | undefined, token: string, call: Call) => boolean,
) =>
  inHandover(({ isAuthorised }) => ({
    isAuthorised: (presented, token, call) =>
      isAuthorised(presented, token, call) || (isHandover(call) && when(presented, token, call)),
  }));

/**
 * If `when` returns true for `Authorization`, returns a refusal although the resources are
 * transferred.
 */
const refusedButDone =
  (when: (sent: string) => boolean): Change =>
  (healthy) =>
    answersOf('handover', (given, call) =>
      isHandover(call) && when(authorization(call)) && given.status === 200
        ? json(401, { message: 'You have to be authorized to access this resource.' })
        : given,
    )(alsoAuthorised((_, __, call) => when(authorization(call)))(healthy));

const refusal = (body: unknown, status = 401) =>
  inHandover(() => ({ unauthorized: () => json(status, body) }));

const success = (response: () => ReturnType<typeof json>) =>
  inHandover(() => ({ transferred: response }));

type Owned = ReadonlyMap<string, string[]>;

/** Replaces the transfer. `move` returns the new resources of each user whose resources change. */
const moving = (
  move: (
    resourcesOf: (user: string) => string[],
    transfer: Transfer,
  ) => Readonly<Record<string, string[]>>,
) =>
  inHandover(() => ({
    transfer: (owners, transfer) => {
      const resourcesOf = (user: string): string[] => (owners as Owned).get(user) ?? [];
      for (const [user, resources] of Object.entries(move(resourcesOf, transfer)))
        owners.set(user, resources);
    },
  }));

const interaction = defectsOf('handover', 'handover.interaction');

/**
 * Returns a success response if `when` returns true. The server has refused these requests, so
 * nothing is transferred.
 */
const doneFor = (when: (body: string, type: string, sent: string) => boolean) =>
  answersOf('handover', async (given, call) =>
    isHandover(call) &&
    when(
      (await call.body()).toString('utf8'),
      header(call, 'content-type') ?? '',
      authorization(call),
    )
      ? json(200, { message: DONE })
      : given,
  );

export const HANDOVER: readonly Defect[] = [
  ...handover('HND-AUTH-1', {
    'server-error-without-accept': subtle(
      'A request without `Accept` and without authorization returns 500 with a page of HTML.',
      answersOf('handover', (given, call) =>
        isHandover(call) && header(call, 'accept') === undefined && authorization(call) === ''
          ? answer(500, { 'Content-Type': 'text/html' }, '<h1>Internal Server Error</h1>')
          : given,
      ),
    ),
    'no-authorization-needed': blatant(
      'Resources are transferred without authorization.',
      alsoAuthorised((_, __, call) => authorization(call) === ''),
    ),
    'refused-and-done': subtle(
      'Without authorization the response is a refusal, but the resources are transferred.',
      refusedButDone((sent) => sent === ''),
    ),
    'success-without-authorization': subtle(
      'Without authorization nothing is transferred, but the response reports a transfer.',
      answersOf('handover', (given, call) =>
        isHandover(call) && authorization(call) === '' ? json(200, { message: DONE }) : given,
      ),
    ),
    'refusal-without-message': subtle(
      'The refusal has `error` instead of `message`.',
      refusal({ error: 'You have to be authorized to access this resource.' }),
    ),
    'refusal-is-blank': subtle(
      'The refusal has an empty `message`.',
      refusal({ message: '' }, 401),
    ),
    'refusal-as-list': subtle(
      'The `message` of the refusal is an array.',
      refusal({ message: ['You have to be authorized to access this resource.'] }),
    ),
    'refusal-says-nothing': subtle(
      'The refusal does not say that authorization is missing.',
      refusal({ message: 'Something went wrong.' }, 400),
    ),
    'refusal-is-about-the-method': subtle(
      'Without authorization the response says that the method is not allowed.',
      refusal({ message: 'Method not allowed.' }, 405),
    ),
    'refusal-without-body': subtle(
      'The refusal has no body.',
      inHandover(() => ({ unauthorized: () => answer(401) })),
    ),
  }),
  ...handover('HND-AUTH-2', {
    'any-bearer-accepted': blatant(
      'Any bearer token is accepted.',
      alsoAuthorised((presented) => presented !== undefined),
    ),
    'basic-accepted': subtle(
      'Any credentials with the scheme Basic are accepted.',
      alsoAuthorised((_, __, call) => /^Basic /i.test(authorization(call))),
    ),
    'any-scheme-accepted': subtle(
      'The token is accepted after any scheme.',
      alsoAuthorised((_, token, call) => authorization(call).endsWith(` ${token}`)),
    ),
    'token-is-a-user': subtle(
      'The token is accepted as the user name of Basic credentials without a password.',
      alsoAuthorised(
        (_, token, call) =>
          authorization(call) === `Basic ${Buffer.from(`${token}:`).toString('base64')}`,
      ),
    ),
    'digest-accepted': subtle(
      'Any credentials with the scheme Digest are accepted.',
      alsoAuthorised((_, __, call) => authorization(call).startsWith('Digest ')),
    ),
    'lower-case-scheme-unverified': subtle(
      'Any token is accepted after the scheme `bearer` in lower case.',
      alsoAuthorised((_, __, call) => authorization(call).startsWith('bearer ')),
    ),
    'longer-token-accepted': subtle(
      'Any token that begins with the right token is accepted.',
      alsoAuthorised((presented, token) => presented?.startsWith(token) === true),
    ),
    'beginning-of-token-accepted': subtle(
      'Any non-empty beginning of the token is accepted.',
      alsoAuthorised(
        (presented, token) =>
          presented !== undefined && presented !== '' && token.startsWith(presented),
      ),
    ),
    'bare-token-accepted': subtle(
      'The token is accepted without a scheme.',
      alsoAuthorised((_, token, call) => authorization(call) === token),
    ),
    'other-scheme-refused-and-done': subtle(
      'Credentials with the scheme Basic are refused, but the resources are transferred.',
      refusedButDone((sent) => /^Basic /i.test(sent)),
    ),
    'bearer-case-ignored': subtle(
      'The token is compared without regard to case.',
      alsoAuthorised((presented, token) => presented?.toLowerCase() === token.toLowerCase()),
    ),
  }),
  ...handover('HND-OK-1', {
    'done-is-500': blatant(
      'A successful handover returns 500.',
      success(() => json(500, { message: DONE })),
    ),
    'done-without-message': subtle(
      'A successful handover has no `message`.',
      success(() => json(200, { status: 'ok' })),
    ),
    'done-says-nothing': subtle(
      'The message of a successful handover does not report a transfer.',
      success(() => json(200, { message: 'OK' })),
    ),
    'done-in-part-of-words': subtle(
      'The message of a successful handover counts too few resources.',
      success(() =>
        json(200, { message: '3 of 12 resources have been transferred to the new user.' }),
      ),
    ),
    'done-asks-for-authorization': subtle(
      'The message of a successful handover asks for authorization.',
      success(() => json(200, { message: 'You have to be authorized to transfer resources.' })),
    ),
    'done-without-body': subtle(
      'A successful handover returns 204.',
      success(() => answer(204)),
    ),
    'done-as-list': subtle(
      'The `message` of a successful handover is an array.',
      success(() => json(200, { message: [DONE] })),
    ),
  }),
  ...handover('HND-BODY-3', {
    'same-user-is-a-success': subtle(
      'A handover from a user to the same user is reported as a success.',
      inHandover(({ readTransfer }) => ({
        // A body can be read only once, so `readTransfer` receives a copy of its users.
        readTransfer: async (call) => {
          const { from, to } = Object(jsonValue((await call.body()).toString()));
          return typeof from === 'string' && from === to
            ? json(200, { message: DONE })
            : readTransfer({
                ...call,
                body: async () => Buffer.from(JSON.stringify({ from, to })),
              });
        },
      })),
    ),
    'unknown-users-are-a-success': subtle(
      'A handover from a user who does not exist is reported as a success.',
      answersOf('handover', (given, call) =>
        isHandover(call) && given.status === 404 ? json(200, { message: DONE }) : given,
      ),
    ),
  }),
  ...handover('HND-OK-2', {
    'half-of-the-resources': subtle(
      'Only half of the resources are transferred.',
      moving((resourcesOf, { from, to }) => {
        const half = Math.ceil(resourcesOf(from).length / 2);
        return {
          [to]: [...resourcesOf(to), ...resourcesOf(from).slice(0, half)],
          [from]: resourcesOf(from).slice(half),
        };
      }),
    ),
    'copies-stay': subtle(
      'The user `from` keeps a copy of everything.',
      moving((resourcesOf, { from, to }) => ({ [to]: [...resourcesOf(to), ...resourcesOf(from)] })),
    ),
    'nothing-moves': blatant(
      'The response reports success, but nothing is transferred.',
      moving(() => ({})),
    ),
    'to-somebody-else': subtle(
      'The resources are transferred to a third user.',
      moving((resourcesOf, { from }) => ({
        [BYSTANDER]: [...resourcesOf(BYSTANDER), ...resourcesOf(from)],
        [from]: [],
      })),
    ),
    'last-one-forgotten': subtle(
      'The last resource stays with the user `from`.',
      moving((resourcesOf, { from, to }) => ({
        [to]: [...resourcesOf(to), ...resourcesOf(from).slice(0, -1)],
        [from]: resourcesOf(from).slice(-1),
      })),
    ),
    'moved-twice': subtle(
      'The user `to` gets every resource twice.',
      moving((resourcesOf, { from, to }) => ({
        [to]: [...resourcesOf(to), ...resourcesOf(from), ...resourcesOf(from)],
        [from]: [],
      })),
    ),
    'receiver-and-giver-swapped': subtle(
      'The resources of the user `to` are transferred to the user `from`.',
      moving((resourcesOf, { from, to }) => ({
        [from]: [...resourcesOf(from), ...resourcesOf(to)],
        [to]: [],
      })),
    ),
    'lost-on-the-way': subtle(
      'The resources of the user `from` are deleted.',
      moving((_, { from }) => ({ [from]: [] })),
    ),
  }),
  ...handover('HND-BODY-2', {
    'done-as-html': subtle(
      'The response to a successful handover is sent as text/html.',
      success(() => ({
        ...json(200, { message: DONE }),
        headers: { 'Content-Type': 'text/html' },
      })),
    ),
    'refusal-as-plain-text': subtle(
      'The refusal is sent as text/plain.',
      inHandover(({ unauthorized }) => ({
        unauthorized: () => ({
          ...unauthorized(),
          headers: { 'Content-Type': 'text/plain', 'WWW-Authenticate': 'Bearer' },
        }),
      })),
    ),
  }),
  ...interaction('HND-AUTH-1', {
    'array-without-authorization': subtle(
      'A request without authorization returns a success response if its body is an empty array.',
      doneFor((body, _, sent) => body === '[]' && sent === ''),
    ),
    'form-without-authorization': subtle(
      'A request without authorization returns a success response if its body is a form.',
      doneFor((_, type, sent) => type.includes('form') && sent === ''),
    ),
  }),
  ...interaction('HND-AUTH-2', {
    'plain-text-with-any-bearer': subtle(
      'A request with a wrong bearer token returns a success response if its body is text/plain.',
      doneFor(
        (_, type, sent) =>
          type === 'text/plain' && /^Bearer ./.test(sent) && !sent.endsWith(HANDOVER_TOKEN),
      ),
    ),
    'empty-body-with-basic': subtle(
      'A request with Basic credentials returns a success response if its body is empty.',
      doneFor((body, _, sent) => body === '' && sent.startsWith('Basic ')),
    ),
  }),
];
