import type { Connection } from '../settings/index.js';

/**
 * The curl options for the proxy and the certificates of a target. Paths and credentials are not
 * written out: they are in shell variables, which have the names of the settings.
 */
export function curlOptions({
  ca,
  cert,
  passphrase,
  insecure,
  proxy,
}: Connection = {}): readonly string[] {
  return [
    ...(ca === undefined ? [] : ['--cacert "${ASSAY_CA}"']),
    ...(cert === undefined ? [] : ['--cert "${ASSAY_CERT}" --key "${ASSAY_KEY}"']),
    ...(cert === undefined || passphrase === undefined ? [] : ['--pass "${ASSAY_KEY_PASSPHRASE}"']),
    ...(insecure ? ['-k'] : []),
    // curl itself reads HTTPS_PROXY. `-p` makes a tunnel, as Assay does, also for `http:`.
    ...(proxy?.setting === 'proxy' ? ['-p -x "${ASSAY_PROXY}"'] : []),
  ];
}
