import { describe, expect, it } from 'vitest';
import { asLost, Lost } from './lost.js';

describe('the translation of a thrown error', () => {
  const thrown = (code: string, cause?: Error): Error =>
    Object.assign(new Error('words', { cause }), { code });

  it.each([
    ['UND_ERR_HEADERS_TIMEOUT', 'timeout'],
    ['ETIMEDOUT', 'timeout'],
    ['ECONNREFUSED', 'refused'],
    ['EHOSTUNREACH', 'refused'],
    ['ENOTFOUND', 'dns'],
    ['EAI_AGAIN', 'dns'],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'tls'],
    ['CERT_HAS_EXPIRED', 'tls'],
    ['EPROTO', 'tls'],
    ['HPE_INVALID_CONSTANT', 'malformed'],
    ['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', 'malformed'],
    ['ECONNRESET', 'reset'],
    ['UND_ERR_SOCKET', 'reset'],
  ])('%s is a Lost: %s, in whichever place it stands', (code, kind) => {
    const other = new Error('outer');
    for (const error of [
      thrown(code),
      new Error('outer', { cause: thrown(code) }),
      new AggregateError([other, thrown(code)]),
    ])
      expect(asLost(error)).toMatchObject({ name: 'Lost', kind });
    expect((asLost(thrown(code)) as Lost).message).toMatch(new RegExp(`\\(${code}: words\\)$`));
  });

  it('names the setting for an unknown authority, but not for another error of TLS', () => {
    expect((asLost(thrown('UNABLE_TO_VERIFY_LEAF_SIGNATURE')) as Lost).message).toContain('tls.ca');
    expect((asLost(thrown('CERT_HAS_EXPIRED')) as Lost).message).not.toContain('tls.ca');
  });

  it('names the character that a header field must not contain', () => {
    const error = Object.assign(new Error('Response does not match (Invalid header token)'), {
      code: undefined,
      data: ' Words: a\r\nContent-Length: 2\r\n\r\n[]',
    });
    expect((asLost(error) as Lost).message).toBe(
      'the response is not valid HTTP: a header field has a character, " ", that its name must not contain (RFC 9110 section 5.1)',
    );
  });

  it('returns an internal error or a Lost unchanged', () => {
    const [ours, known] = [new TypeError('ours'), new Lost('dns', 'nobody')];
    for (const one of [ours, known, 'text', undefined]) expect(asLost(one)).toBe(one);
  });
});
