/** Makes a temporary certificate authority, so that the scripted servers can use HTTPS. */

import { randomBytes, webcrypto } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

export interface CertificateAuthority {
  /** The private key of the servers (PEM). */
  readonly key: string;
  /** The certificate of the servers (PEM), which the authority has signed. */
  readonly cert: string;
  /** The file with the certificate of the authority (PEM), which a client must trust. */
  readonly file: string;
  /** Removes the file. */
  readonly remove: () => void;
}

interface Validity {
  /**
   * The time until the certificate of the servers expires. Negative for an expired certificate.
   * Default two days.
   */
  readonly endsInMs?: number;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** All common TLS libraries can verify this kind of key. */
const RSA = {
  name: 'RSASSA-PKCS1-v1_5',
  hash: 'SHA-256',
  publicExponent: new Uint8Array([1, 0, 1]),
  modulusLength: 2048,
};

/** `address` is the IP address or the host name of the servers. */
export async function makeCertificateAuthority(
  address: string,
  { endsInMs = 2 * DAY_MS }: Validity = {},
): Promise<CertificateAuthority> {
  const x509 = await library();
  const now = Date.now();
  const notBefore = new Date(now - 2 * DAY_MS);
  const authorityKeys = await makeKeys();
  const authority = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: serialNumber(),
    name: 'CN=Assay throw-away',
    notBefore,
    notAfter: new Date(now + 2 * DAY_MS),
    signingAlgorithm: RSA,
    keys: authorityKeys,
    extensions: [
      new x509.BasicConstraintsExtension(true, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign, true),
      await x509.SubjectKeyIdentifierExtension.create(authorityKeys.publicKey),
    ],
  });
  const serverKeys = await makeKeys();
  const type = isIP(address) === 0 ? 'dns' : 'ip';
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: serialNumber(),
    subject: 'CN=Assay',
    issuer: authority.subject,
    notBefore,
    notAfter: new Date(now + endsInMs),
    signingAlgorithm: RSA,
    publicKey: serverKeys.publicKey,
    signingKey: authorityKeys.privateKey,
    extensions: [
      new x509.BasicConstraintsExtension(false),
      new x509.SubjectAlternativeNameExtension([{ type, value: address }]),
      await x509.AuthorityKeyIdentifierExtension.create(authorityKeys.publicKey),
    ],
  });
  const pkcs8 = await webcrypto.subtle.exportKey('pkcs8', serverKeys.privateKey);
  const folder = mkdtempSync(path.join(tmpdir(), 'assay-authority-'));
  const file = path.join(folder, 'ca.pem');
  writeFileSync(file, authority.toString('pem'));
  return {
    key: x509.PemConverter.encode(pkcs8, 'PRIVATE KEY'),
    cert: certificate.toString('pem'),
    file,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/**
 * The library is loaded on demand, because loading takes longer than the rest of the program's
 * start. It needs the polyfill `reflect-metadata`.
 */
async function library() {
  await import('reflect-metadata');
  const x509 = await import('@peculiar/x509');
  x509.cryptoProvider.set(webcrypto);
  return x509;
}

const makeKeys = (): Promise<webcrypto.CryptoKeyPair> =>
  webcrypto.subtle.generateKey(RSA, true, ['sign', 'verify']);

/** Random and positive (RFC 5280 section 4.1.2.2). */
const serialNumber = (): string => `01${randomBytes(15).toString('hex')}`;

/**
 * With these variables Node, OpenSSL, Python's requests and curl trust the authority. Other clients
 * can read `ASSAY_CA_FILE`.
 */
export const trustVariables = ({ file }: CertificateAuthority): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [
      'ASSAY_CA_FILE',
      'NODE_EXTRA_CA_CERTS',
      'SSL_CERT_FILE',
      'REQUESTS_CA_BUNDLE',
      'CURL_CA_BUNDLE',
    ].map((name) => [name, file]),
  );
