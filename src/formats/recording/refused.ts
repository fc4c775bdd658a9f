/** Recognizes files of other tools that cannot be read, and tells the user what to do. */

import { UsageError } from '../../settings/index.js';

interface UnsupportedFormat {
  readonly name: string;
  readonly begins: RegExp;
  readonly remedy: string;
}

const AS_HAR = 'Export the recording as HAR.';

/** `begins` recognizes a format by the beginning of the file. */
const UNSUPPORTED: readonly UnsupportedFormat[] = [
  {
    name: 'a packet capture',
    begins: /^(?:\u00d4\u00c3\u00b2\u00a1|\u00a1\u00b2\u00c3\u00d4|\n\r\r\n)/,
    remedy: 'Convert it to HAR.',
  },
  {
    name: 'a ZIP archive, such as a session of Fiddler',
    begins: /^PK\u0003\u0004/,
    remedy: AS_HAR,
  },
  { name: 'a WARC archive', begins: /^WARC\//, remedy: 'Convert it to HAR.' },
  {
    name: 'a flow file of mitmproxy',
    begins: /^\d+:\d+:\w/,
    remedy: 'Record the traffic with mitmdump --set hardump=recording.har.',
  },
  {
    name: 'an export of Insomnia, which contains no responses',
    begins: /"__export_format"|^type: \w+\.insomnia\.rest/,
    remedy: AS_HAR,
  },
  {
    name: 'a collection of Bruno, which contains no responses',
    begins: /^meta \{|"brunoConfig"/,
    remedy: AS_HAR,
  },
  {
    name: 'an OpenAPI document, which contains no exchanges',
    begins: /^\s*\{?\s*"?(?:openapi|swagger)"?\s*:/,
    remedy: AS_HAR,
  },
  {
    name: 'a session of Charles',
    begins: /^\s*\[\s*\{\s*"(?:status|method)"[\s\S]*"(?:actualPort|durations)"/,
    remedy: AS_HAR,
  },
  { name: 'an HTML page', begins: /^\s*<(?:!doctype html|html)/i, remedy: AS_HAR },
];

/**
 * Throws a UsageError for an unsupported format. `head` is the beginning of the file in Latin-1.
 */
export function refuseUnsupported(head: string, name: string): void {
  const known = UNSUPPORTED.find(({ begins }) => begins.test(head));
  if (known !== undefined)
    throw new UsageError(
      `${name} is ${known.name}. ${known.remedy} Assay reads HAR, NDJSON, ledgers, and collections of Postman and Hoppscotch.`,
    );
}
