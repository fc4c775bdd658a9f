/**
 * Mistakes in who gets products: credentials in other places, and requests that need none. The
 * token of a question is undefined if the header has the right one, and null if there is no header.
 */

import type { Header } from '../../../src/http/request.js';
import {
  DESTINATION_HEADER,
  isUnknown,
  type ProductsQuestion,
  TOKEN_HEADER,
} from '../../../src/protocol/export/question.js';
import { documented } from '../model/error-table.js';
import { plainText } from '../model/error-text.js';
import type { Exchange } from '../model/exchange.js';
import { unknownAmong } from '../model/expected-records.js';
import { holdsToken, isNamed, mistakesIn } from '../model/mistakes.js';
import { possiblyBefore } from './before.js';
import { PARTS } from './parts.js';
import { type ExportReading, slug } from './reading.js';

const isRefused = ({ answer: { status } }: Exchange): boolean => [401, 403].includes(status);

const givesProducts = ({ page }: Exchange): boolean => (page?.records.length ?? 0) > 0;

/** Whether the server accepted the token. The destination may have no data. */
const isAccepted = (exchange: Exchange): boolean =>
  givesProducts(exchange) || plainText(exchange.answer) === documented['no data'].text;

/** As `isAccepted`, but undefined for any other response than products and refusals. */
const acceptsToken = (exchange: Exchange): boolean | undefined =>
  isAccepted(exchange) || (isRefused(exchange) ? false : undefined);

/** Whether the request must be refused because of its token. */
const isTokenWrong = ({ target, question }: Exchange): boolean =>
  mistakesIn(target, question)?.some(({ error }) => /token|authorized/.test(error)) ?? true;

type Place = readonly [words: string, field: Header];

/** The further header fields and parameters of a request, each in words. */
const placesOf = ({ headers = [], extra = [] }: ProductsQuestion): readonly Place[] => [
  ...headers.map((field): Place => [`\`${field[0]}\``, field]),
  ...extra.map((field): Place => [`the query parameter \`${field[0]}\``, field]),
];

/** The places outside its header that hold the right token, while its header does not. */
const tokenPlaces = ({ question, target }: Exchange): readonly string[] =>
  question.token === undefined
    ? []
    : placesOf(question).flatMap(([words, field]) =>
        holdsToken(field[1], target)
          ? [isNamed(field, TOKEN_HEADER) ? `a second \`${TOKEN_HEADER}\`` : words]
          : [],
      );

const UNDERSCORES = 'access.underscores';

/** Whether the place is the usual header field, with underscores in its name. */
const isUnderscored = (place: string): boolean =>
  place.replaceAll('_', '-').toLowerCase() === `\`${TOKEN_HEADER}\``.toLowerCase();

/** What the usual header of the token holds while the right token is in another place. */
const USUAL_HEADERS: readonly (readonly [
  id: string,
  words: string,
  isSo: (token: string | null) => boolean,
])[] = [
  ['missing', '', (token) => token === null],
  ['wrong', `, although the one in \`${TOKEN_HEADER}\` is wrong`, (token) => token !== null],
  ['always', '', () => true],
];

const tokensElsewhere = (violated: readonly Exchange[]): readonly ExportReading[] =>
  [...new Set(violated.filter(givesProducts).flatMap(tokenPlaces))].flatMap((place) =>
    USUAL_HEADERS.map(
      ([id, words, isSo]): ExportReading => ({
        id: `access.token-in.${slug(place)}.${id}`,
        mistake: isUnderscored(place) ? UNDERSCORES : `access.token-in.${slug(place)}`,
        clause: id === 'wrong' ? 'EXP-AUTH-3' : 'EXP-AUTH-12',
        also: ['EXP-AUTH-1', 'EXP-AUTH-3', 'EXP-AUTH-12'],
        sentence: `a token in ${place} is accepted${words}`,
        touches: ({ token }) => token !== undefined && isSo(token),
        response: (exchange) =>
          tokenPlaces(exchange).includes(place) && isTokenWrong(exchange)
            ? givesProducts(exchange)
            : undefined,
      }),
    ),
  );

/** The names of the token and of the destination as CGI and WSGI write them. */
const WITH_UNDERSCORES = [TOKEN_HEADER, DESTINATION_HEADER].map((name) =>
  name.replaceAll('-', '_'),
);

/** Servers that pass fields on as variables read both names as the same one. */
const underscores: ExportReading = {
  id: UNDERSCORES,
  clause: 'EXP-AUTH-12',
  also: ['EXP-AUTH-1', 'EXP-AUTH-6'],
  sentence: `${WITH_UNDERSCORES.map((name) => `\`${name}\``).join(' and ')} are read as the fields with hyphens`,
  touches: ({ token, destinationId }) => token === null || destinationId === null,
  response(exchange) {
    const { token, destinationId, headers = [] } = exchange.question;
    const isLacking = [token === null, destinationId === null];
    const isInstead = WITH_UNDERSCORES.some(
      (name, at) => isLacking[at] === true && headers.some((field) => isNamed(field, name)),
    );
    return isInstead && isLacking.includes(false) ? givesProducts(exchange) : undefined;
  },
};

/** The id of the destination that is requested, and that of the destination of the token. */
function idsOf({ question, target }: Exchange): {
  readonly requested: string;
  readonly ofToken: string | undefined;
} {
  const { destination = target.destination, destinationId } = question;
  const token = question.token === undefined ? destination?.token : question.token;
  const owner = [target.destination, target.otherDestination].find(
    (one) => one !== undefined && one.token === token,
  );
  return {
    requested: String(destinationId ?? destination?.id),
    ofToken: owner && String(owner.id),
  };
}

/** Whether the token is the one of another destination than the requested one. */
function isOfAnother(exchange: Exchange): boolean {
  const { requested, ofToken } = idsOf(exchange);
  return ofToken !== undefined && ofToken !== requested;
}

/** Whether the header holds the token of another destination than the requested one in quotes. */
function hasTokenOfAnother({ question, target }: Exchange): boolean {
  const { destination = target.destination, destinationId, token } = question;
  const inQuotes = /^(["'])(.*)\1$/.exec(token ?? '')?.[2];
  return [target.destination, target.otherDestination].some(
    (one) =>
      one !== undefined &&
      one.token === inQuotes &&
      String(one.id) !== String(destinationId ?? destination?.id),
  );
}

/** `X-Destination-Id` of a v2 request, where it must have no effect. */
function destinationInHeader({ route = 'v2', headers = [] }: ProductsQuestion): string | undefined {
  const [field, ...others] = headers.filter((one) => isNamed(one, DESTINATION_HEADER));
  return route === 'v2' && others.length === 0 ? field?.[1] : undefined;
}

/** What a server does with `X-Destination-Id` of a v2 request. */
const HEADERS_ON_V2: readonly (readonly [
  id: string,
  sentence: string,
  accepts: (ofToken: string, inHeader: string, requested: string) => boolean,
])[] = [
  [
    'instead-of-the-path',
    'on the v2 route the destination is that of `X-Destination-Id`, not that of the path',
    (ofToken, inHeader) => ofToken === inHeader,
  ],
  [
    'for-the-token',
    'on the v2 route the token of the destination in `X-Destination-Id` is accepted for that of the path',
    (ofToken, inHeader, requested) => [inHeader, requested].includes(ofToken),
  ],
];

const headerOnV2 = (
  id: string,
  sentence: string,
  response: NonNullable<ExportReading['response']>,
): ExportReading => ({
  id: `access.header-on-v2.${id}`,
  mistake: 'access.header-on-v2',
  clause: 'EXP-AUTH-5',
  also: ['EXP-AUTH-4'],
  sentence,
  touches: (question) => destinationInHeader(question) !== undefined,
  response,
});

/** The header of a v2 request, if it is the number of another destination than that of the path. */
function otherInHeader(exchange: Exchange): string | undefined {
  const inHeader = destinationInHeader(exchange.question) ?? '';
  return /^\d+$/.test(inHeader) && inHeader !== idsOf(exchange).requested ? inHeader : undefined;
}

const headersOnV2: readonly ExportReading[] = [
  ...HEADERS_ON_V2.map(([id, sentence, accepts]) =>
    headerOnV2(id, sentence, (exchange) => {
      const { requested, ofToken } = idsOf(exchange);
      const inHeader = otherInHeader(exchange);
      if (ofToken === undefined || inHeader === undefined) return undefined;
      const isAccepted = accepts(ofToken, inHeader, requested);
      // A right server accepts the token of the destination in the path, and no other.
      const isRight = isAccepted === (ofToken === requested);
      return isRight ? undefined : isAccepted === givesProducts(exchange);
    }),
  ),
  headerOnV2(
    'for-the-products',
    'on the v2 route the products are those of the destination in `X-Destination-Id`',
    (exchange, { whole }) => {
      const { requested, ofToken } = idsOf(exchange);
      const isTested = ofToken === requested && otherInHeader(exchange) !== undefined;
      if (!isTested || !whole.complete) return undefined;
      return unknownAmong(exchange.page?.records ?? [], whole.records, whole).length > 0;
    },
  ),
];

/** The server takes the destination from the token, so it accepts each token of a destination. */
const destinationOfToken: ExportReading = {
  id: 'access.destination-of-the-token',
  clause: 'EXP-AUTH-8',
  also: ['EXP-AUTH-4', 'EXP-AUTH-8'],
  sentence: `on the legacy routes \`${DESTINATION_HEADER}\` is ignored: the products are those of the token`,
  touches: ({ route = 'v2', destinationId }) => route !== 'v2' && destinationId !== null,
  response(exchange, { whole }) {
    const { requested, ofToken } = idsOf(exchange);
    const isTested = ofToken !== undefined && ofToken !== requested && /^\d{1,9}$/.test(requested);
    if (!isTested || !whole.complete) return undefined;
    if (!givesProducts(exchange)) return isRefused(exchange) ? false : undefined;
    const others = unknownAmong(exchange.page?.records ?? [], whole.records, whole);
    return (others.length === 0) === (ofToken === String(exchange.target.destination?.id));
  },
};

/** Where a request names its destination. */
const DESTINATION_PLACES = [
  { id: '', isInPath: false, named: `\`${DESTINATION_HEADER}\`` },
  { id: '.in-path', isInPath: true, named: 'the id of a destination in the path' },
] as const;

/** Numbers of bits in which programs keep integers, the largest first. */
const BITS = [64, 32, 16] as const;

/** The server keeps only the lowest bits of the id, so that two ids may become the same. */
const cutDestinations: readonly ExportReading[] = DESTINATION_PLACES.flatMap(
  ({ id, isInPath, named }) =>
    BITS.map(
      (bits): ExportReading => ({
        id: `access.destination-cut-to-${bits}-bits${id}`,
        mistake: `access.destination-cut${id}`,
        clause: isInPath ? 'EXP-AUTH-3' : 'EXP-AUTH-8',
        also: ['EXP-AUTH-3', 'EXP-AUTH-8'],
        sentence: `${named} is cut to ${bits} bits or fewer, in which another id is the same`,
        touches: ({ destinationId, route = 'v2' }) =>
          (route === 'v2') === isInPath && /^\d{5,30}$/.test(destinationId ?? ''),
        response(exchange) {
          const { requested, ofToken } = idsOf(exchange);
          if (ofToken === undefined || requested === ofToken) return undefined;
          const isSame =
            BigInt.asUintN(bits, BigInt(requested)) === BigInt.asUintN(bits, BigInt(ofToken));
          return isSame ? givesProducts(exchange) : undefined;
        },
      }),
    ),
);

const ofAnotherDestination: readonly ExportReading[] = PARTS.map((part) => ({
  id: `access.token-of-another-destination.${part.id}`,
  mistake: 'access.token-of-another-destination',
  clause: 'EXP-AUTH-4',
  also: ['EXP-AUTH-5', 'EXP-AUTH-8'],
  sentence: `the token of another destination is accepted${part.name}`,
  touches: (question) =>
    (question.token ?? question.destination) !== undefined && part.has(question),
  response(exchange) {
    if (isOfAnother(exchange)) return acceptsToken(exchange);
    // A server may read a token in quotes, or refuse it.
    return isTokenWrong(exchange) && isAccepted(exchange) && hasTokenOfAnother(exchange)
      ? true
      : undefined;
  },
}));

const tokenOf = ({ question: { token, destination }, target }: Exchange) =>
  token === undefined ? (destination ?? target.destination)?.token : token;

/** A server may remember that a token is valid, but not for which destination. */
const afterUse = (exchanges: readonly Exchange[]): ExportReading => {
  const uses = exchanges.filter((one) => !isTokenWrong(one) && givesProducts(one));
  return {
    id: 'access.token-used-before',
    clause: 'EXP-AUTH-4',
    also: ['EXP-AUTH-3', 'EXP-AUTH-5', 'EXP-AUTH-8'],
    sentence: 'a token is accepted for every destination, once it was accepted for its own',
    touches: ({ token, destination }) => (token ?? destination) !== undefined,
    response(exchange) {
      const isUsed = uses.some(
        (one) => tokenOf(one) === tokenOf(exchange) && one.answer.isBefore(exchange.answer),
      );
      if (!isUsed || !isOfAnother(exchange)) return undefined;
      return acceptsToken(exchange);
    },
  };
};

/** A server may keep the token that it refused, and compare the next one with it. */
const afterRefusal = (exchanges: readonly Exchange[]): ExportReading => {
  const wrong = exchanges.filter(
    (one) => isTokenWrong(one) && (givesProducts(one) || one.answer.status === 403),
  );
  return {
    id: 'access.token-sent-again',
    clause: 'EXP-AUTH-3',
    also: ['EXP-AUTH-4', 'EXP-AUTH-5', 'EXP-AUTH-8', 'EXP-AUTH-12'],
    sentence: 'a wrong token is accepted when it is sent twice in a row',
    touches: ({ token, destination }) => typeof token === 'string' || destination !== undefined,
    response(exchange) {
      if (!isTokenWrong(exchange) || tokenOf(exchange) === null) return undefined;
      const isSame = possiblyBefore(exchange, wrong).map(
        (one) => tokenOf(one) === tokenOf(exchange),
      );
      if (!isSame.includes(true)) return undefined;
      return givesProducts(exchange) || (isSame.includes(false) ? undefined : false);
    },
  };
};

/** Unusual parts of a path, which the documented routes do not have. */
const PATHS: Readonly<Record<string, RegExp>> = {
  'a path with two slashes in a row': /\/\//,
  'a path that ends with a slash': /\/$/,
  'a path with a dot segment': /\/(?:\.|%2e){1,2}(?:\/|$)/i,
  'a path with an escaped slash': /%2f/i,
  'a path with an escaped letter': /%[46][1-9a-f]|%[57][0-9a]/i,
  'a path with a semicolon': /;|%3b/i,
  'a path with an escaped blank, line break or NUL': /%(?:20|09|0a|0d|00)/i,
  'a path with a file extension': /\.(?:json|xml|csv|html)(?:$|[?;])/i,
  'a path with capital letters': /\/[A-Z]/,
};

/** What distinguishes a request from the usual one: its path, and fields that need not be there. */
function peculiarities({ question, target }: Exchange): readonly string[] {
  const { route, method } = question;
  const path = typeof route === 'object' && isUnknown(route) ? route.path : undefined;
  return [
    ...(path === undefined
      ? []
      : Object.entries(PATHS).flatMap(([words, shape]) => (shape.test(path) ? [words] : []))),
    ...(method === undefined ? [] : [`the method ${method}`]),
    ...placesOf(question).flatMap(([words, [, value]]) =>
      holdsToken(value, target) ? [] : [words],
    ),
  ];
}

const withoutToken = (violated: readonly Exchange[]): readonly ExportReading[] =>
  [...new Set(violated.filter(givesProducts).flatMap(peculiarities))].map((peculiarity) => ({
    id: `access.no-token-with.${slug(peculiarity)}`,
    clause: 'EXP-AUTH-1',
    also: ['EXP-AUTH-3', 'EXP-AUTH-12', 'EXP-ROUTE-8'],
    sentence: `a request with ${peculiarity} needs no valid token`,
    touches: ({ token }) => token !== undefined,
    response: (exchange) =>
      isTokenWrong(exchange) &&
      !isOfAnother(exchange) &&
      peculiarities(exchange).includes(peculiarity)
        ? givesProducts(exchange)
        : undefined,
  }));

/** Forms of a malformed destination id that a lenient server reads as a number. */
const DESTINATIONS: readonly (readonly [words: string, shape: RegExp])[] = [
  ['a number with an exponent', /^\d+(?:\.\d+)?e\d+$/i],
  ['a number in hexadecimal', /^0x[0-9a-f]+$/i],
  ['a percent-encoded number', /^(?:%3\d)+$/],
  ['a list', /[,;|]/],
  ['a number followed by letters', /^\d+[A-Za-z]/],
  ['a number after letters', /^[A-Za-z]+\d+$/],
  ['a number in brackets or quotes', /[[\]{}"'()]/],
  ['a number with blanks', /\s/],
  ['a text without digits', /^\D+$/],
];

/** Whether the request has the token of its destination, and no header fields besides. */
const hasRightToken = ({ token, headers }: ProductsQuestion): boolean =>
  token === undefined && headers === undefined;

/** The number is read up to the first other character, as `parseInt` does. */
const parsedDestinations: ExportReading = {
  id: 'access.destination.parsed',
  mistake: 'access.destination-form',
  clause: 'EXP-AUTH-7',
  also: ['EXP-AUTH-3', 'EXP-AUTH-8', 'EXP-ROUTE-10'],
  sentence: 'the id of a destination is accepted if it begins with its number, whatever follows',
  touches: ({ destinationId }) => typeof destinationId === 'string' && /^\d+\D/.test(destinationId),
  response: (exchange) => {
    const { question, target } = exchange;
    const { destination = target.destination, destinationId } = question;
    const number = Number.parseInt(String(destinationId), 10);
    return hasRightToken(question) && number === destination?.id
      ? givesProducts(exchange)
      : undefined;
  },
};

const destinations: readonly ExportReading[] = DESTINATION_PLACES.flatMap(
  ({ id, isInPath, named }) =>
    DESTINATIONS.map(
      ([words, shape]): ExportReading => ({
        id: `access.destination.${slug(words)}${id}`,
        mistake: `access.destination-form${id}`,
        clause: isInPath ? 'EXP-AUTH-3' : 'EXP-AUTH-7',
        also: ['EXP-AUTH-3', 'EXP-AUTH-8', 'EXP-ROUTE-10'],
        sentence: `${named} is accepted if it is ${words}`,
        touches: ({ destinationId, route = 'v2' }) =>
          (route === 'v2') === isInPath &&
          typeof destinationId === 'string' &&
          shape.test(destinationId),
        response: (exchange) =>
          hasRightToken(exchange.question) ? givesProducts(exchange) : undefined,
      }),
    ),
);

/** The server reads one entry of a list of ids. */
const listedDestinations: readonly ExportReading[] = (
  [
    ['first or the last', 0, (entries) => entries.at(0) === entries.at(-1)],
    ['first', 0, () => true],
    ['last', -1, () => true],
  ] satisfies readonly (readonly [string, number, (entries: readonly string[]) => boolean])[]
).map(([which, at, isTouched]) => ({
  id: `access.destination.${slug(which)}-of-a-list`,
  mistake: 'access.destination-form',
  clause: 'EXP-AUTH-7',
  also: ['EXP-AUTH-3', 'EXP-AUTH-8'],
  sentence: `of several destinations in \`${DESTINATION_HEADER}\`, the ${which} one is used`,
  touches: ({ destinationId, route = 'v2' }) =>
    route !== 'v2' && typeof destinationId === 'string' && destinationId.includes(','),
  response(exchange) {
    const { question, target } = exchange;
    const { destination = target.destination, destinationId } = question;
    const entries = String(destinationId).split(',');
    if (!hasRightToken(question) || !isTouched(entries)) return undefined;
    return givesProducts(exchange) === (Number(entries.at(at)) === destination?.id);
  },
}));

/** The server compares the token with one of two fields, and reads the products by the other. */
const secondField: ExportReading = {
  id: 'access.second-field-for-the-products',
  clause: 'EXP-AUTH-8',
  also: ['EXP-AUTH-4', 'EXP-AUTH-5'],
  sentence: `of two \`${DESTINATION_HEADER}\`, the first is compared with the token, and the products are those of the second`,
  touches: ({ route = 'v2', headers = [] }) =>
    route !== 'v2' && headers.some((field) => isNamed(field, DESTINATION_HEADER)),
  response(exchange, { whole }) {
    const isTested = !isTokenWrong(exchange) && !isOfAnother(exchange) && whole.complete;
    if (!isTested || !givesProducts(exchange)) return undefined;
    return unknownAmong(exchange.page?.records ?? [], whole.records, whole).length > 0;
  },
};

/** `others`: exchanges that violate nothing. */
export const accessReadings = (
  violated: readonly Exchange[],
  others: readonly Exchange[],
): readonly ExportReading[] => [
  ...tokensElsewhere(violated),
  underscores,
  destinationOfToken,
  ...cutDestinations,
  ...ofAnotherDestination,
  afterUse([...violated, ...others]),
  afterRefusal([...violated, ...others]),
  ...headersOnV2,
  ...withoutToken(violated),
  ...listedDestinations,
  secondField,
  ...destinations,
  parsedDestinations,
];
