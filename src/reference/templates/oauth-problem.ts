import { type Answer, json } from '../wire/answer.js';

/** An error of the token endpoint (RFC 6749 section 5.2). */
export class OAuthProblem extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    description: string,
  ) {
    super(description);
  }
}

/** The headers of responses that must not be stored (RFC 6749 section 5.1). */
export const NO_STORE = { 'Cache-Control': 'no-store', Pragma: 'no-cache' } as const;

export const oauthAnswer = ({ status, code, message }: OAuthProblem): Answer =>
  json(
    status,
    { error: code, error_description: message },
    {
      ...NO_STORE,
      ...(status === 401 ? { 'WWW-Authenticate': 'Basic realm="External-Applications"' } : {}),
    },
  );
