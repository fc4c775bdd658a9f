/** Defects of the export API in handling unusual paths, tokens, destinations and patterns. */

import { type Call, header } from '../../wire/call.js';
import { inExport } from '../change.js';
import { type Defect, defectsOf, subtle } from '../defect.js';
import { isOn, matching, operators } from './change.js';

const shape = defectsOf('export', 'export.shape');

const INTEGER = /^\d+$/;

/** Requires no token if the condition holds. A token that is sent is still checked. */
const openWhen = (when: (call: Call) => boolean) =>
  inExport(({ tokenOf, isAuthorised }) => ({
    tokenOf: (call) => tokenOf(call) ?? (when(call) ? 'anybody' : undefined),
    isAuthorised: (token, destination, ...rest) =>
      token === 'anybody' ? destination !== undefined : isAuthorised(token, destination, ...rest),
  }));

/** Normalizes paths, and requires no token if this changes the path. */
const openWhenUntidy =
  (tidy: (path: string) => string): Defect['apply'] =>
  (healthy) =>
    openWhen(({ path }) => tidy(path) !== path)(
      inExport(({ route }) => ({ route: (path, call) => route(tidy(path), call) }))(healthy),
    );

/** Changes the token before it is checked. */
const tokenAs = (read: (token: string) => string) =>
  inExport(({ tokenOf }) => ({
    tokenOf: (call) => {
      const token = tokenOf(call);
      return token === undefined ? undefined : read(token) || undefined;
    },
  }));

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

const tokenAlsoFrom = (find: (call: Call) => string | undefined) =>
  inExport(({ tokenOf }) => ({ tokenOf: (call) => tokenOf(call) ?? find(call) }));

const cookieOf = (call: Call): string | undefined =>
  /X-EA-Auth-Token=([^;]+)/i.exec(header(call, 'cookie') ?? '')?.[1];
const bearerOf = (call: Call): string | undefined =>
  /^Bearer (.+)$/i.exec(header(call, 'authorization') ?? '')?.[1];

/**
 * Replaces how the id of the destination is read, by default only on the legacy routes. If `read`
 * returns undefined or NaN, the id is read as usual.
 */
const destinationAs = (
  read: (written: string) => number | undefined,
  kinds: Parameters<typeof isOn>[1][] = ['legacy', 'legacy-filtered'],
) =>
  inExport(({ destinationIdOf }) => ({
    destinationIdOf: (ask, problems) => {
      const { call, route } = ask;
      const written =
        route.kind === 'products' ? route.destinationId : header(call, 'x-destination-id');
      const id = isOn(ask, ...kinds) && written ? read(written) : undefined;
      return id === undefined || Number.isNaN(id) ? destinationIdOf(ask, problems) : id;
    },
  }));

const wrappedTo = (bits: number) => (written: string) =>
  INTEGER.test(written) ? Number(BigInt.asUintN(bits, BigInt(written))) : undefined;

/** On the legacy routes, reads the destination from another place if no header names it. */
const destinationAlsoFrom = (find: (call: Call) => string | undefined) =>
  inExport(({ destinationIdOf }) => ({
    destinationIdOf: (ask, problems) => {
      const found =
        header(ask.call, 'x-destination-id') || isOn(ask, 'products') ? undefined : find(ask.call);
      return found === undefined ? destinationIdOf(ask, problems) : Number(found);
    },
  }));

/** Gives a query parameter precedence over the documented place of the destination. */
const queryNamesDestination = (...kinds: Parameters<typeof isOn>[1][]) =>
  inExport(({ destinationIdOf }) => ({
    destinationIdOf: (ask, problems) => {
      const written = new URLSearchParams(ask.call.search).get('destinationId') ?? '';
      return isOn(ask, ...kinds) && INTEGER.test(written)
        ? Number(written)
        : destinationIdOf(ask, problems);
    },
  }));

const alsoAuthorised = (when: (token: string, right: string, call: Call) => boolean) =>
  inExport(({ isAuthorised }) => ({
    isAuthorised: (token, destination, ask, all) =>
      isAuthorised(token, destination, ask, all) ||
      (destination !== undefined && when(token, destination.token, ask.call)),
  }));

/** Makes LIKE compare the bytes or the UTF-16 code units of texts instead of their characters. */
const likeOver = (unit: 'byte' | 'code unit') =>
  operators(['LIKE'], () =>
    matching((pattern) => {
      const units = (text: string): string =>
        unit === 'byte'
          ? Buffer.from(text).toString('latin1')
          : text.replace(/[\ud800-\udfff]/g, (surrogate) =>
              String.fromCharCode(surrogate.charCodeAt(0) - 0xd800 + 0xe000),
            );
      const source = units(pattern).replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
      const test = new RegExp(`^${source.replaceAll('%', '[^]*').replaceAll('_', '[^]')}$`);
      return (text) => test.test(units(text));
    }),
  );

export const EXPORT_SHAPES: readonly Defect[] = [
  ...shape('EXP-AUTH-1', {
    'slash-needs-no-token': subtle(
      'A path with a slash at its end returns products without a token.',
      openWhenUntidy((path) => path.replace(/(?<=.)\/$/, '')),
    ),
    'doubled-slash-needs-no-token': subtle(
      'A path with a doubled slash returns products without a token.',
      openWhenUntidy((path) => path.replace(/\/{2,}/g, '/')),
    ),
    'escaped-letter-needs-no-token': subtle(
      'A path with an escaped letter returns products without a token.',
      openWhenUntidy((path) => path.replace(/%[46-7][0-9a-f]/gi, decoded)),
    ),
    'dot-segment-needs-no-token': subtle(
      'A path with a segment `.` returns products without a token.',
      openWhenUntidy((path) => path.replaceAll('/./', '/')),
    ),
    'extension-needs-no-token': subtle(
      'A path that ends in `.json` returns products without a token.',
      openWhenUntidy((path) => path.replace(/\.json$/, '')),
    ),
    'path-parameter-needs-no-token': subtle(
      'A path with a parameter after a semicolon returns products without a token.',
      openWhenUntidy((path) => path.replace(/;.*$/, '')),
    ),
    'capitals-need-no-token': subtle(
      'A path in capitals returns products without a token.',
      openWhenUntidy((path) => (/[A-Z]{5}/.test(path) ? path.toLowerCase() : path)),
    ),
    'this-machine-needs-no-token': subtle(
      'A request with a local address in `X-Forwarded-For` returns products without a token.',
      openWhen((call) => header(call, 'x-forwarded-for') === '127.0.0.1'),
    ),
    'overridden-method-needs-no-token': subtle(
      'A request that overrides the method returns products without a token.',
      openWhen((call) => header(call, 'x-http-method-override') !== undefined),
    ),
    'other-url-needs-no-token': subtle(
      'A request with another address in `X-Original-URL` returns products without a token.',
      openWhen((call) => header(call, 'x-original-url') !== undefined),
    ),
  }),
  ...shape('EXP-AUTH-2', {
    'token-percent-decoded': subtle(
      'A token is percent-decoded before it is checked.',
      tokenAs(decoded),
    ),
    'format-checked-in-64': subtle(
      'The format of a token is checked only in its first 64 characters.',
      inExport(({ isWellFormed }) => ({
        isWellFormed: (token, ask) => isWellFormed(token.slice(0, 64), ask),
      })),
    ),
    'format-checked-in-255': subtle(
      'The format of a token is checked only in its first 255 characters.',
      inExport(({ isWellFormed }) => ({
        isWellFormed: (token, ask) => isWellFormed(token.slice(0, 255), ask),
      })),
    ),
    'first-token-of-a-list': subtle(
      'Only the first of several tokens is used.',
      tokenAs((token) => token.split(',')[0]?.trim() ?? ''),
    ),
    'last-token-of-a-list': subtle(
      'Only the last of several tokens is used.',
      tokenAs((token) => token.split(',').at(-1)?.trim() ?? ''),
    ),
    'scheme-dropped': subtle(
      'A scheme before the token is dropped.',
      tokenAs((token) => token.replace(/^(?:Bearer|Token) +/i, '')),
    ),
    'quotes-dropped': subtle(
      'Quotes around a token are dropped.',
      tokenAs((token) => token.replace(/^"(.*)"$/, '$1')),
    ),
    'parameters-dropped': subtle(
      'Text after a semicolon is dropped from a token.',
      tokenAs((token) => token.replace(/;.*$/, '')),
    ),
    'blanks-within-dropped': subtle(
      'Spaces within a token are dropped.',
      tokenAs((token) => token.replace(/\s/g, '')),
    ),
    'full-width-letters-folded': subtle(
      'Full-width letters of a token are treated as equal to plain letters.',
      // Node reads header fields as Latin-1, but the token is sent as UTF-8.
      tokenAs((token) => Buffer.from(token, 'latin1').toString('utf8').normalize('NFKC')),
    ),
  }),
  ...shape('EXP-AUTH-3', {
    'long-token-compared-by-its-beginning': subtle(
      'Only the beginning of a token of more than 64 characters is compared.',
      alsoAuthorised((token, right) => token.length > 64 && token.startsWith(right)),
    ),
    'last-letters-of-a-token-count': subtle(
      'Only the end of a token of more than 255 characters is compared.',
      alsoAuthorised((token, right) => token.length > 255 && token.endsWith(right)),
    ),
    'wide-destination-in-the-path': subtle(
      'The destination of the path is truncated to 32 bits.',
      destinationAs(wrappedTo(32), ['products']),
    ),
    'wider-destination-in-the-path': subtle(
      'The destination of the path is truncated to 64 bits.',
      destinationAs(wrappedTo(64), ['products']),
    ),
    'first-destination-of-the-path': subtle(
      'Only the first of a list of destinations in the path is used.',
      destinationAs(
        (written) => (written.includes(',') ? Number.parseInt(written, 10) : undefined),
        ['products'],
      ),
    ),
    'last-destination-of-the-path': subtle(
      'Only the last of a list of destinations in the path is used.',
      destinationAs(
        (written) => (written.includes(',') ? Number(written.split(',').at(-1)) : undefined),
        ['products'],
      ),
    ),
    'right-token-in-authorization-repairs': subtle(
      'A wrong token is accepted if Authorization contains the valid token.',
      alsoAuthorised((_, right, call) => bearerOf(call) === right),
    ),
    'right-token-in-a-cookie-repairs': subtle(
      'A wrong token is accepted if a cookie contains the valid token.',
      alsoAuthorised((_, right, call) => cookieOf(call) === right),
    ),
    'asked-again-accepted': subtle(
      'A wrong token that is sent twice in a row is accepted.',
      (healthy) => {
        let last = '';
        return alsoAuthorised((token, right) => {
          const isSame = token === last && token !== right;
          last = token;
          return isSame;
        })(healthy);
      },
    ),
  }),
  ...shape('EXP-AUTH-5', {
    'query-overrides-the-path': subtle(
      'On the v2 path, the parameter `destinationId` takes precedence over the path.',
      queryNamesDestination('products'),
    ),
  }),
  ...shape('EXP-AUTH-6', {
    'destination-from-another-field': subtle(
      'Without `X-Destination-Id` the header `X-Destination` is used.',
      destinationAlsoFrom((call) => header(call, 'x-destination')),
    ),
    'destination-from-a-cookie': subtle(
      'Without `X-Destination-Id` a cookie of this name is used.',
      destinationAlsoFrom(
        (call) => /X-Destination-Id=(\d+)/i.exec(header(call, 'cookie') ?? '')?.[1],
      ),
    ),
  }),
  ...shape('EXP-AUTH-7', {
    'exponent-is-a-destination': subtle(
      'A destination with an exponent, such as `1e3`, is read as a number.',
      destinationAs((written) => (/^\d+e\d+$/i.test(written) ? Number(written) : undefined)),
    ),
    'hexadecimal-destination': subtle(
      'A hexadecimal destination, such as `0x1f`, is read as a number.',
      destinationAs((written) => (/^0x/i.test(written) ? Number(written) : undefined)),
    ),
    'fraction-of-a-destination-cut': subtle(
      'The fraction in a destination such as `12.5` is dropped.',
      destinationAs((written) =>
        /^\d+\.\d+$/.test(written) ? Math.trunc(Number(written)) : undefined,
      ),
    ),
    'escapes-in-a-destination-undone': subtle(
      'A destination is percent-decoded.',
      destinationAs((written) => (written.includes('%') ? Number(decoded(written)) : undefined)),
    ),
    'first-destination-of-a-list': subtle(
      'Only the first of several destinations is used.',
      destinationAs((written) =>
        written.includes(',') ? Number.parseInt(written, 10) : undefined,
      ),
    ),
    'last-destination-of-a-list': subtle(
      'Only the last of several destinations is used.',
      destinationAs((written) =>
        written.includes(',') ? Number(written.split(',').at(-1)) : undefined,
      ),
    ),
    'quoted-destination': subtle(
      'Quotes around a destination are dropped.',
      destinationAs((written) =>
        written.startsWith('"') ? Number(written.slice(1, -1)) : undefined,
      ),
    ),
  }),
  ...shape('EXP-AUTH-8', {
    'destination-cut-to-32-bits': subtle(
      '`X-Destination-Id` is truncated to 32 bits.',
      destinationAs(wrappedTo(32)),
    ),
    'destination-cut-to-64-bits': subtle(
      '`X-Destination-Id` is truncated to 64 bits.',
      destinationAs(wrappedTo(64)),
    ),
    'destination-cut-to-16-bits': subtle(
      '`X-Destination-Id` is truncated to 16 bits.',
      destinationAs(wrappedTo(16)),
    ),
    'second-field-chooses-the-data': subtle(
      'With two `X-Destination-Id` headers, the token is checked for the first destination, but the data of the last is returned.',
      (healthy) =>
        inExport(({ dataOf }) => ({
          dataOf: (destination, ask, all) => {
            const last = (header(ask.call, 'x-destination-id') ?? '').split(', ').at(-1);
            return dataOf(
              all.find(({ id }) => isOn(ask, 'legacy') && String(id) === last) ?? destination,
              ask,
              all,
            );
          },
        }))(
          destinationAs((written) =>
            written.includes(', ') ? Number.parseInt(written, 10) : undefined,
          )(healthy),
        ),
    ),
    'query-overrides-the-field': subtle(
      'The parameter `destinationId` takes precedence over `X-Destination-Id`.',
      queryNamesDestination('legacy', 'legacy-filtered'),
    ),
  }),
  ...shape('EXP-AUTH-12', {
    'token-from-a-cookie': subtle(
      'The token is also accepted as a cookie.',
      tokenAlsoFrom(cookieOf),
    ),
    'token-from-x-auth-token': subtle(
      'The token is also accepted in `X-Auth-Token`.',
      tokenAlsoFrom((call) => header(call, 'x-auth-token')),
    ),
    'token-from-x-api-key': subtle(
      'The token is also accepted in `X-API-Key`.',
      tokenAlsoFrom((call) => header(call, 'x-api-key')),
    ),
    'token-as-a-user': subtle(
      'The token is also accepted as the user name of Basic credentials.',
      tokenAlsoFrom(
        (call) =>
          Buffer.from(
            /^Basic (\S+)$/i.exec(header(call, 'authorization') ?? '')?.[1] ?? '',
            'base64',
          )
            .toString()
            .split(':')[0] || undefined,
      ),
    ),
  }),
  ...shape('EXP-HARD-2', {
    'products-with-nul-behind': subtle(
      'A path is read up to its NUL, so that the products path with NUL behind it returns products.',
      inExport(({ route }) => ({
        route: (path, call) => route(path.replace(/%00.*/s, ''), call),
      })),
    ),
  }),
  ...shape('EXP-ROUTE-8', {
    'products-with-a-line-break-behind': subtle(
      'The products path with a line break behind it returns products.',
      inExport(({ route }) => ({
        route: (path, call) => route(path.replace(/(\/products)%0A$/i, '$1'), call),
      })),
    ),
    'products-with-an-extension': subtle(
      'The products path with a file extension, such as `.json`, returns products.',
      inExport(({ route }) => ({
        route: (path, call) => route(path.replace(/(\/products)\.\w+$/, '$1'), call),
      })),
    ),
    'greeting-with-a-line-break-behind': subtle(
      'The path of the welcome page with a line break behind it returns the greeting.',
      inExport(({ route }) => ({
        route: (path, call) => route(path.replace(/^\/%0A$/i, '/'), call),
      })),
    ),
    'products-with-letters-behind': subtle(
      'Paths that begin with the products path, such as `/products-old`, return products.',
      inExport(({ route }) => ({
        route: (path, call) => route(path.replace(/(\/products)[^/]+$/, '$1'), call),
      })),
    ),
    'anything-before-sites': subtle(
      'Segments before `/sites/` are ignored.',
      inExport(({ route }) => ({
        route: (path, call) => route(path.replace(/^\/.+(?=\/sites\/)/, ''), call),
      })),
    ),
    'column-without-value': subtle(
      'The filtered path without a value returns the whole list.',
      inExport(({ route }) => ({
        route: (path, call) =>
          route(path, call) ?? route(path.replace(/^(\/\d+\/\d+)\/[a-z]\w*$/, '$1'), call),
      })),
    ),
  }),
  ...shape('EXP-ROUTE-1', {
    'refused-after-a-refusal': subtle(
      'After a request without a token the next request with a token is refused.',
      (healthy) => {
        let wasMissing = false;
        return inExport(({ tokenOf, isAuthorised }) => ({
          tokenOf: (call) => {
            const token = tokenOf(call);
            wasMissing ||= token === undefined;
            return token;
          },
          isAuthorised: (...about) => {
            const isAfterMissing = wasMissing;
            wasMissing = false;
            return !isAfterMissing && isAuthorised(...about);
          },
        }))(healthy);
      },
    ),
  }),
  ...shape('EXP-ROUTE-10', {
    // laravel/framework #36517: the database casts the text of the path to a number.
    'suffix-of-the-destination-in-the-path': subtle(
      'Only the leading digits of the destination in the path are read.',
      destinationAs(
        (written) => (/^\d+[A-Za-z]/.test(written) ? Number.parseInt(written, 10) : undefined),
        ['products'],
      ),
    ),
  }),
  ...shape('EXP-FILT-3', {
    'underscore-is-a-byte': subtle('In LIKE `_` matches one byte.', likeOver('byte')),
    'underscore-is-half-a-character': subtle(
      'In LIKE `_` matches one UTF-16 code unit.',
      likeOver('code unit'),
    ),
  }),
];
