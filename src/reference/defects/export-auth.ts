import { inExport } from './change.js';
import type { Defect } from './defect.js';

const auth = (
  id: string,
  clause: string,
  severity: Defect['severity'],
  sentence: string,
  apply: Defect['apply'],
): Defect => ({ id: `export.auth.${id}`, interface: 'export', clause, severity, sentence, apply });

export const EXPORT_AUTH: readonly Defect[] = [
  auth(
    'missing-token-is-403',
    'EXP-AUTH-1',
    'blatant',
    'A request without token is answered 403 instead of 401.',
    inExport(({ problems }) => ({
      problems: { ...problems, tokenMissing: () => ({ ...problems.tokenMissing(), status: 403, title: 'Forbidden' }) },
    })),
  ),
  auth(
    'dot-allowed-in-token',
    'EXP-AUTH-2',
    'subtle',
    'A dot passes the check of the token’s format.',
    inExport(() => ({ isWellFormed: (token) => /^[\w.-]+$/.test(token) })),
  ),
  auth(
    'prefix-token-accepted',
    'EXP-AUTH-3',
    'subtle',
    'Any token that begins with the right one is accepted.',
    inExport(() => ({
      isAuthorised: (token, destination) => destination !== undefined && token.startsWith(destination.token),
    })),
  ),
  auth(
    'token-of-any-destination',
    'EXP-AUTH-4',
    'blatant',
    'The token of any destination opens every destination.',
    inExport(() => ({ isAuthorised: (token, _destination, _ask, all) => all.some((known) => known.token === token) })),
  ),
];
