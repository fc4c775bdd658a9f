import type { Reference } from '../../src/reference/index.js';
import type { Question } from './peer.js';

/** A question that brings a documented answer. */
export type Row = readonly [operationId: string, status: number, question: Question];

type Settings<Name extends 'export' | 'templates' | 'platform' | 'handover'> = NonNullable<
  Reference['target'][Name]
>;

/** Questions that bring every documented answer out of the reference server. */
export const questionsFor = ({
  export: products,
  templates,
  platform,
  handover,
}: Reference['target']): readonly Row[] => [
  ['welcome', 200, {}],
  ...(products ? productRows(products) : []),
  ...(templates ? tokenRows(templates) : []),
  ['discover', 200, {}],
  ['listTemplates', 401, {}],
  ...(platform ? pageRows(platform) : []),
  ...(handover ? handoverRows(handover) : []),
];

const FILTERS = [
  { mode: 'OR', criteria: [{ column: 'color', operator: 'IN', value: ['red', 'blue'] }] },
  { criteria: [{ column: 'price', operator: 'BETWEEN', value: [1, 500] }] },
];

/** Each list of products in both formats, and every error that it can have. */
function productRows({
  siteId,
  channelId,
  destination,
  emptyDestination,
}: Settings<'export'>): readonly Row[] {
  const lists = [
    {
      list: 'listProducts',
      destinationIn: 'destinationId',
      more: { filters: FILTERS, mode: 'AND' },
    },
    { list: 'listProductsLegacy', destinationIn: 'X-Destination-Id', more: { filters: FILTERS } },
    {
      list: 'listProductsLegacyFiltered',
      destinationIn: 'X-Destination-Id',
      more: { column: 'color', value: 'red,blue' },
    },
  ];
  return lists.flatMap(({ list, destinationIn, more }) =>
    [{}, { Accept: 'application/vnd.api+json' }].flatMap((headers): readonly Row[] => {
      const ask = (id: number | undefined, token?: string, parameters = {}): Question => ({
        headers,
        parameters: {
          siteId,
          channelId,
          column: 'id',
          value: '1',
          [destinationIn]: id,
          ...parameters,
        },
        credentials: token === undefined ? {} : { exportToken: token },
      });
      const main = destination?.id;
      return [
        [list, 200, ask(main, destination?.token)],
        [
          list,
          200,
          ask(main, destination?.token, {
            ...more,
            limit: 7,
            offset: 1,
            orderBy: 'id',
            groupBy: 'name',
          }),
        ],
        [list, 401, ask(main)],
        [list, 401, ask(main, 'not well-formed!')],
        [list, 403, ask(main, emptyDestination?.token)],
        [list, 404, ask(emptyDestination?.id, emptyDestination?.token)],
      ];
    }),
  );
}

const GRANT = { grant_type: 'client_credentials' };

function tokenRows({ client, unsupportedClient }: Settings<'templates'>): readonly Row[] {
  const form = (id = '', secret = ''): Question => ({
    body: { ...GRANT, client_id: id, client_secret: secret },
  });
  return [
    ['requestToken', 200, form(client?.id, client?.secret)],
    ['requestToken', 200, { body: GRANT, credentials: { client: basic(client) } }],
    ['requestToken', 400, form(unsupportedClient?.id, unsupportedClient?.secret)],
    ['requestToken', 401, form(client?.id, 'wrong')],
  ];
}

/** RFC 6749 section 2.3.1: id and secret are form-encoded before they go into Basic. */
const basic = ({
  id = '',
  secret = '',
}: {
  readonly id?: string;
  readonly secret?: string;
} = {}): string =>
  [id, secret]
    .map((part) => new URLSearchParams({ part }).toString().slice('part='.length))
    .join(':');

const pageRows = ({ collections = [], headers = {} }: Settings<'platform'>): readonly Row[] => [
  ...collections.map(
    (collection): Row => ['readPage', 200, { headers, parameters: { collection } }],
  ),
  [
    'readPage',
    200,
    { headers, parameters: { collection: 'projects', limit: 5, cursor: 9, previous: 4 } },
  ],
  ['readPage', 401, { parameters: { collection: 'projects' } }],
];

const handoverRows = ({ from = '', to = '', token = '' }: Settings<'handover'>): readonly Row[] => [
  ['handOver', 401, { body: { from, to } }],
  ['handOver', 200, { body: { from, to }, credentials: { handoverToken: token } }],
];
