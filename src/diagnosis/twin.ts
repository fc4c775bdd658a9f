/** Runs a reference server with the data of the target, and sends it the requests of the run. */

import { defined } from '../defined.js';
import type { Answer } from '../http/index.js';
import { read } from '../protocol/templates/token-request.js';
import { type Dialect, type Identity, openReference } from '../reference/index.js';
import { jsonValue, textOfValue } from '../schema/json-value.js';
import type { Target } from '../settings/index.js';
import type { HandoverTarget, TemplatesTarget } from '../settings/target.js';
import { itemsIn, type Response } from './aspects.js';
import { entitiesOf, recordsOf } from './holdings.js';
import { Tokens } from './tokens.js';

/** The addresses, credentials and data of the target, for a reference server. */
export interface TwinInput {
  readonly identity: Partial<Identity>;
  readonly baseUrls: Parameters<typeof openReference>[1];
  readonly platformHeaders: Readonly<Record<string, string>> | undefined;
  readonly tokenLifetime: number | undefined;
  /** By token: the responses that issued or revoked it. */
  readonly issuing: ReadonlyMap<string, readonly Answer[]>;
}

type Template = Identity['templates'][number];

/** The address of interfaces that the target does not have. It cannot be resolved (RFC 6761). */
const NOWHERE = 'http://nowhere.invalid';

/** Collects data and credentials from the responses of a run. */
export function twinInputOf(target: Target, answers: readonly Answer[]): TwinInput {
  const { export: products, templates, platform, handover } = target;
  const configured = [
    products?.destination,
    products?.otherDestination,
    products?.emptyDestination,
  ];
  const destinations = configured.flatMap((one, index) =>
    one === undefined || products === undefined
      ? []
      : [
          {
            ...one,
            siteId: Number(products.siteId),
            channelId: Number(products.channelId),
            // The third destination is the empty one.
            records: index === 2 ? undefined : recordsOf(one, products, answers),
          },
        ],
  );
  const issued = answers.flatMap((answer) =>
    tokensIn(answer).map((token) => [token, answer] as const),
  );
  const issuing = grouped(issued);
  const { clients, returnedTemplates } =
    templates === undefined ? NO_CLIENTS : organizationsOf(templates, answers, issuing);
  const { from, to, token } = handover ?? {};
  return {
    identity: {
      ...(destinations.length === 0 ? {} : { destinations }),
      ...(clients.length === 0 ? {} : { clients, templates: returnedTemplates }),
      ...(platform === undefined ? {} : { collections: entitiesOf(platform, answers) }),
      ...defined({ handoverToken: token }),
      ...(handover === undefined || from === undefined || to === undefined
        ? {}
        : {
            // Without a recorded listing, each user owns one made-up resource.
            owners: () =>
              new Map([
                [from, ownedAtFirst(from, handover, answers) ?? ['one']],
                [to, ownedAtFirst(to, handover, answers) ?? ['another']],
              ]),
          }),
    },
    baseUrls: {
      export: products?.baseUrl ?? NOWHERE,
      templates: templates?.baseUrl ?? NOWHERE,
      auth: templates?.authUrl ?? NOWHERE,
      platform: platform?.baseUrl ?? NOWHERE,
      handover: handover?.baseUrl ?? NOWHERE,
    },
    platformHeaders: platform?.headers,
    tokenLifetime: issued
      .map(([, answer]) => lifetimeIn(answer))
      .find((life) => life !== undefined),
    issuing,
  };
}

/** The resources in the first listing of the user. */
function ownedAtFirst(
  user: string,
  { listing }: HandoverTarget,
  answers: readonly Answer[],
): string[] | undefined {
  const path = listing?.replace('{user}', encodeURIComponent(user));
  const first = answers.find(
    ({ ok, request }) => ok && path !== undefined && request.url.endsWith(path),
  );
  return first && itemsIn(bodyOf(first)).map(textOfValue);
}

const NO_CLIENTS = { clients: [], returnedTemplates: [] } as const;

/**
 * The clients, and the templates that are returned for their tokens. The first and the other client
 * belong to different organizations.
 */
function organizationsOf(
  target: TemplatesTarget,
  answers: readonly Answer[],
  issuing: TwinInput['issuing'],
) {
  const { client, otherClient, unsupportedClient } = target;
  const itemsOf = (owner: 'first' | 'other'): readonly Template[] => {
    const tokens = [...issuing].flatMap(([token, [issue]]) => {
      const question = issue && read(issue.request, target);
      return question?.client === owner && question.mistake === undefined
        ? [`Bearer ${token}`]
        : [];
    });
    const answer = answers.find(
      ({ ok, request }) =>
        ok &&
        request.headers?.some(
          ([name, value]) => name === 'Authorization' && tokens.includes(value),
        ),
    );
    return answer === undefined ? [] : (itemsIn(bodyOf(answer)) as readonly Template[]);
  };
  const [first, other] = [itemsOf('first'), itemsOf('other')];
  const organizations = {
    first: first[0]?.organization ?? 'first',
    other:
      other.find(({ organization }) => organization !== first[0]?.organization)?.organization ??
      'other',
  };
  const returnedTemplates = new Map(
    [
      ...first.map((item) => ({ ...item, organization: item.organization ?? organizations.first })),
      ...other.map((item) => ({ ...item, organization: item.organization ?? organizations.other })),
    ].map((item) => [item.id, item]),
  );
  return {
    clients: [
      ...(client === undefined
        ? []
        : [{ ...client, organization: organizations.first, clientCredentials: true }]),
      ...(otherClient === undefined
        ? []
        : [{ ...otherClient, organization: organizations.other, clientCredentials: true }]),
      ...(unsupportedClient === undefined
        ? []
        : [{ ...unsupportedClient, organization: organizations.first, clientCredentials: false }]),
    ],
    returnedTemplates: [...returnedTemplates.values()],
  };
}

function grouped(
  pairs: readonly (readonly [string, Answer])[],
): ReadonlyMap<string, readonly Answer[]> {
  const groups = new Map<string, Answer[]>();
  for (const [token, answer] of pairs) groups.set(token, [...(groups.get(token) ?? []), answer]);
  return groups;
}

const bodyOf = (answer: Answer): unknown => answer.json;

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;

/** Tokens that the response issues or the request revokes. */
function tokensIn(answer: Answer): readonly string[] {
  if (answer.request.lane !== 'token') return [];
  const issued = memberOf(bodyOf(answer), 'access_token');
  const given = new URLSearchParams(answer.request.body ?? '').get('token');
  return [issued, given].filter((one) => typeof one === 'string');
}

function lifetimeIn(answer: Answer): number | undefined {
  const life = memberOf(bodyOf(answer), 'expires_in');
  return typeof life === 'number' && life >= 1 ? Math.floor(life) : undefined;
}

/** A reference server in place of the target, healthy or with defects. */
export class Twin {
  readonly #call: ReturnType<typeof openReference>['call'];
  readonly #answered = new Map<Answer, Promise<Response>>();
  readonly #tokens = new Tokens();
  readonly #issuing: TwinInput['issuing'];
  #now = 0;

  constructor(
    twinInput: TwinInput,
    dialect: Partial<Dialect>,
    defects: readonly string[] = [],
    /** If set, all requests are sent in this order. Default: only compared requests are sent. */
    readonly order: readonly Answer[] = [],
  ) {
    const { identity, baseUrls, platformHeaders, tokenLifetime, issuing } = twinInput;
    this.#issuing = issuing;
    this.#call = openReference(
      {
        identity,
        dialect,
        defects,
        clock: () => this.#now,
        ...defined({ platformHeaders, tokenLifetime }),
      },
      baseUrls,
    ).call;
  }

  /**
   * Sends the request of a recorded answer, and returns the response. Requests that issued or
   * revoked the tokens of the request are sent first. Each request is sent only once, and its
   * response is kept.
   */
  async answerTo(answer: Answer): Promise<Response> {
    while (this.#sent < this.order.length && !this.#answered.has(answer)) {
      const next = this.order[this.#sent];
      if (next === undefined || next === answer) break;
      await this.#once(next);
      this.#sent += 1;
    }
    return this.#once(answer);
  }
  /** The number of requests of `order` that were sent. */
  #sent = 0;

  #once(answer: Answer): Promise<Response> {
    const before = this.#answered.get(answer);
    if (before !== undefined) return before;
    const response = this.#send(answer);
    this.#answered.set(answer, response);
    return response;
  }

  async #send(answer: Answer): Promise<Response> {
    const { url, method = 'GET', headers = [], body, lane } = answer.request;
    const before = this.#issuing.size > 0 ? this.#before(answer) : [];
    for (const one of before) await this.#once(one);
    this.#now = answer.sentAt;
    const response = await this.#call({
      method,
      url: this.#tokens.translate(url),
      headers: headers.map(([name, value]) => [name, this.#tokens.translate(value)]),
      ...(body === undefined ? {} : { body: this.#tokens.translate(body) }),
    });
    if (lane === 'token') {
      const targetToken = memberOf(bodyOf(answer), 'access_token');
      const twinToken = memberOf(jsonValue(response.body.toString('utf8')), 'access_token');
      if (typeof targetToken === 'string' && typeof twinToken === 'string')
        this.#tokens.learn(targetToken, twinToken);
    }
    return response;
  }

  /**
   * The earlier responses that issued or revoked the tokens of a request. A forged token counts as
   * its original. If its original cannot be recognized, the first issued token is used.
   */
  #before({ request, exchange }: Answer): readonly Answer[] {
    const sent = [
      request.url,
      ...(request.headers ?? []).map(([, value]) => value),
      request.body ?? '',
    ].join(' ');
    const whole = [...this.#issuing].filter(([token]) => sent.includes(token));
    const fallback = /[\w-]+\.[\w-]+\.[\w-]*/.test(sent) ? [...this.#issuing].slice(0, 1) : [];
    const parts = [...this.#issuing].filter(([token]) =>
      sent.includes(token.split('.')[1] || token),
    );
    const found = [whole, parts].find((some) => some.length > 0) ?? fallback;
    return found.flatMap(([, answers]) => answers).filter((one) => one.exchange < exchange);
  }
}
