/**
 * Deliberate defects of the export API in its handling of the destination, the recipient of the
 * products.
 */

import { destinations } from '../../credentials.js';
import type { Ask } from '../../export/index.js';
import { header } from '../../wire/call.js';
import { inExport } from '../change.js';
import { blatant, type Defect, defectsOf, subtle } from '../defect.js';
import { isOn, problem } from './change.js';
import { presentedToken } from './token.js';

const auth = defectsOf('export', 'export.auth');

const FIRST_DESTINATION = 789;
/** No destination has this id. */
const UNKNOWN_DESTINATION = -1;

const isOnV2 = (ask: Ask): boolean => isOn(ask, 'products');
const headerValue = ({ call }: Ask): string => header(call, 'x-destination-id') ?? '';

/** On legacy routes, a header value for which `when` is true selects the destination `id`. */
const readAs = (when: (written: string | undefined) => boolean, id: number) =>
  inExport(({ destinationIdOf }) => ({
    destinationIdOf: (ask, problems) =>
      !isOnV2(ask) && when(headerValue(ask) || undefined) ? id : destinationIdOf(ask, problems),
  }));

export const EXPORT_DESTINATION: readonly Defect[] = [
  ...auth('EXP-AUTH-5', {
    'header-overrides-path': subtle(
      'On v2 `X-Destination-Id` takes precedence over the destination of the path.',
      // Legacy routes use the header anyway.
      inExport(({ destinationIdOf }) => ({
        destinationIdOf: (ask, problems) =>
          /^\d+$/.test(headerValue(ask))
            ? Number(headerValue(ask))
            : destinationIdOf(ask, problems),
      })),
    ),
    'header-chooses-the-data': subtle(
      'On v2 the token is checked for the destination of the path, but the data is that of `X-Destination-Id`.',
      inExport(({ dataOf }) => ({
        dataOf: (destination, ask, all) => {
          const other = isOnV2(ask)
            ? all.find(({ id }) => String(id) === headerValue(ask))
            : undefined;
          return dataOf(other ?? destination, ask, all);
        },
      })),
    ),
    'header-decides-about-the-token': subtle(
      'On v2 the token of the destination in `X-Destination-Id` is accepted for the destination of the path.',
      inExport(({ isAuthorised }) => ({
        isAuthorised: (token, destination, ask, all) =>
          isAuthorised(token, destination, ask, all) ||
          (isOnV2(ask) &&
            all.some((known) => String(known.id) === headerValue(ask) && known.token === token)),
      })),
    ),
  }),
  ...auth('EXP-AUTH-6', {
    'missing-destination-is-400': blatant(
      'A missing `X-Destination-Id` returns 400.',
      problem('destinationMissing', () => ({ status: 400, title: 'Bad Request' })),
    ),
    'missing-destination-text-in-other-case': subtle(
      'The error text for a missing destination contains `Id` instead of `ID`.',
      problem('destinationMissing', () => ({ detail: 'Destination Id is required' })),
    ),
    'missing-destination-found-by-token': subtle(
      'Without `X-Destination-Id` the destination of the token is used.',
      inExport(({ destinationIdOf }) => ({
        destinationIdOf: (ask, problems) => {
          // Only ids and tokens are used, so no records are given.
          const own = destinations([]).find(({ token }) => token === presentedToken(ask.call));
          return own !== undefined && !isOnV2(ask) && headerValue(ask) === ''
            ? own.id
            : destinationIdOf(ask, problems);
        },
      })),
    ),
    'missing-destination-found-by-underscores': subtle(
      'Without `X-Destination-Id` the field `X_Destination_Id` is used, as CGI reads it.',
      inExport(({ destinationIdOf }) => ({
        destinationIdOf: (ask, problems) => {
          const folded = header(ask.call, 'x_destination_id');
          return folded !== undefined && !isOnV2(ask) && headerValue(ask) === ''
            ? Number(folded)
            : destinationIdOf(ask, problems);
        },
      })),
    ),
    'missing-destination-found-in-the-query': subtle(
      'Without `X-Destination-Id` the parameter `destinationId` is used.',
      // On v2, too: there the parameter takes precedence over the path.
      inExport(({ destinationIdOf }) => ({
        destinationIdOf: (ask, problems) => {
          const written = new URLSearchParams(ask.call.search).get('destinationId');
          return written !== null && headerValue(ask) === ''
            ? Number(written)
            : destinationIdOf(ask, problems);
        },
      })),
    ),
    'missing-destination-taken-for-malformed': subtle(
      'A missing `X-Destination-Id` returns the error text for a malformed destination.',
      problem('destinationMissing', () => ({ detail: 'Invalid destination ID format' })),
    ),
    'missing-destination-is-the-first': subtle(
      'Without `X-Destination-Id` the first destination is used.',
      readAs((written) => written === undefined, FIRST_DESTINATION),
    ),
  }),
  ...auth('EXP-AUTH-7', {
    'number-with-letters-accepted': subtle(
      'Only the leading digits of `X-Destination-Id` are read.',
      inExport(({ destinationIdOf }) => ({
        destinationIdOf: (ask, problems) => {
          const leading = isOnV2(ask) ? Number.NaN : Number.parseInt(headerValue(ask), 10);
          return Number.isNaN(leading) ? destinationIdOf(ask, problems) : leading;
        },
      })),
    ),
    'malformed-destination-is-403': blatant(
      'A malformed `X-Destination-Id` is treated as an unknown destination.',
      readAs((written) => written !== undefined && !/^\d+$/.test(written), UNKNOWN_DESTINATION),
    ),
    'malformed-destination-taken-for-missing': subtle(
      'A malformed `X-Destination-Id` returns the error text for a missing destination.',
      problem('destinationMalformed', () => ({ detail: 'Destination ID is required' })),
    ),
    'malformed-destination-is-422': blatant(
      'A malformed `X-Destination-Id` returns 422.',
      problem('destinationMalformed', () => ({ status: 422, title: 'Unprocessable Content' })),
    ),
    'malformed-destination-text-cut': subtle(
      'The error text for a malformed destination lacks a word.',
      problem('destinationMalformed', () => ({ detail: 'Invalid destination format' })),
    ),
  }),
  ...auth('EXP-AUTH-8', {
    'legacy-asks-the-token': subtle(
      'Legacy routes accept the token of any destination, and return the data of the destination of the token.',
      inExport(({ isAuthorised, dataOf }) => ({
        isAuthorised: (token, destination, ask, all) =>
          isAuthorised(token, destination, ask, all) ||
          (!isOnV2(ask) && destination !== undefined && all.some((known) => known.token === token)),
        dataOf: (destination, ask, all) => {
          const token = presentedToken(ask.call);
          const own = isOnV2(ask) ? undefined : all.find((known) => known.token === token);
          return dataOf(own ?? destination, ask, all);
        },
      })),
    ),
    'legacy-serves-the-first-destination': subtle(
      'Legacy routes check `X-Destination-Id`, but serve the data of the first destination.',
      inExport(({ dataOf }) => ({
        dataOf: (destination, ask, all) =>
          dataOf((isOnV2(ask) ? undefined : all[0]) ?? destination, ask, all),
      })),
    ),
    'legacy-knows-the-first-destination-only': subtle(
      'Legacy routes accept only the first destination.',
      inExport(({ isAuthorised }) => ({
        isAuthorised: (token, destination, ask, all) =>
          isAuthorised(
            token,
            isOnV2(ask) || destination === all[0] ? destination : undefined,
            ask,
            all,
          ),
      })),
    ),
    'legacy-filtered-serves-the-first-destination': subtle(
      'The legacy filtered route serves the data of the first destination.',
      inExport(({ dataOf }) => ({
        dataOf: (destination, ask, all) =>
          dataOf((isOn(ask, 'legacy-filtered') ? all[0] : undefined) ?? destination, ask, all),
      })),
    ),
  }),
];
