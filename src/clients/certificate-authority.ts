import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { isIP } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { UsageError } from '../settings/index.js';

/** A certificate of a certificate authority that is made up for one run, and the file that a client has to trust. */
export interface CertificateAuthority {
  readonly key: string;
  readonly cert: string;
  /** The authority's certificate (PEM). */
  readonly file: string;
  /** Deletes the file. */
  readonly remove: () => void;
}

/**
 * Makes an authority and a certificate for one address, good for two days. Throws a UsageError where openssl, which
 * makes them, is missing.
 */
export function makeCertificateAuthority(address: string): CertificateAuthority {
  const folder = mkdtempSync(path.join(tmpdir(), 'assay-authority-'));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  const openssl = (...words: readonly string[]): void => {
    execFileSync('openssl', words, { cwd: folder, stdio: 'ignore' });
  };
  const key = ['-newkey', 'rsa:2048', '-nodes', '-keyout'];
  const name = `subjectAltName=${isIP(address) === 0 ? 'DNS' : 'IP'}:${address}`;
  try {
    openssl('req', '-x509', ...key, 'ca-key.pem', '-out', 'ca.pem', '-days', '2', '-subj', '/CN=Assay throw-away');
    const signing = ['-CA', 'ca.pem', '-CAkey', 'ca-key.pem'];
    openssl(
      'req',
      '-x509',
      ...signing,
      ...key,
      'key.pem',
      '-out',
      'cert.pem',
      '-days',
      '2',
      '-subj',
      '/CN=Assay',
      '-addext',
      name,
      '-addext',
      'basicConstraints=CA:FALSE',
    );
  } catch (error) {
    remove();
    throw new UsageError(
      `--https needs openssl 3 to make a certificate: ${error instanceof Error ? error.message.split('\n')[0] : error}. Install it, or leave out --https.`,
    );
  }
  const read = (file: string): string => readFileSync(path.join(folder, file), 'utf8');
  return { key: read('key.pem'), cert: read('cert.pem'), file: path.join(folder, 'ca.pem'), remove };
}

/** Variables with which runtimes and libraries trust a certificate authority: Node, OpenSSL, Python's requests, curl. */
export const trusting = ({ file }: CertificateAuthority): Readonly<Record<string, string>> =>
  Object.fromEntries(
    ['ASSAY_CA_FILE', 'NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'REQUESTS_CA_BUNDLE', 'CURL_CA_BUNDLE'].map((name) => [
      name,
      file,
    ]),
  );
