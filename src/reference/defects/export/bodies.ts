/** Defects of the export API in the bytes of bodies: encoding, length and compression. */

import { gzipSync } from 'node:zlib';
import type { Change } from '../../behaviour.js';
import type { Answer } from '../../wire/answer.js';
import { type Call, header } from '../../wire/call.js';
import { blatant, type Defect, defectsOf, subtle } from '../defect.js';

const bodies = defectsOf('export', 'export.bodies');

const bytesOf = ({ body }: Answer): Buffer => (typeof body === 'string' ? Buffer.from(body) : body);
const isProducts = ({ status, headers }: Answer, call: Call): boolean =>
  call.mount === 'export' && status === 200 && /json/.test(headers['Content-Type'] ?? '');
const acceptsGzip = (call: Call): boolean => /\bgzip\b/.test(header(call, 'accept-encoding') ?? '');

/** Edits the bytes of product lists before they are sent. */
const editingLists = (edit: (answer: Answer, bytes: Buffer, call: Call) => Answer): Change => {
  const edited = (answer: Answer, call: Call): Answer =>
    isProducts(answer, call) ? edit(answer, bytesOf(answer), call) : answer;
  return (healthy) => ({
    ...healthy,
    deliver: (answer, response, call) => healthy.deliver(edited(answer, call), response, call),
  });
};

const gzipped = (answer: Answer, bytes: Buffer): Answer => ({
  ...answer,
  headers: { ...answer.headers, 'Content-Encoding': 'gzip', Vary: 'Accept, Accept-Encoding' },
  body: gzipSync(bytes),
});

const WARNING = '<br />\n<b>Deprecated</b>: Automatic conversion of false to array<br />\n';

export const EXPORT_BODIES: readonly Defect[] = [
  ...bodies('EXP-FILT-1', {
    // Dolibarr/dolibarr #37445: warnings of PHP are displayed before the JSON of the API.
    'warning-before-the-list': blatant(
      'Lists with filters begin with a warning in HTML.',
      editingLists((answer, bytes, { search }) =>
        search.includes('filters')
          ? { ...answer, body: Buffer.concat([Buffer.from(WARNING), bytes]) }
          : answer,
      ),
    ),
  }),
  ...bodies('EXP-ROUTE-1', {
    // brian7704/OpenTAKServer #291: a missing number is written as NaN.
    'null-numbers-as-nan': blatant(
      'Prices without a value are written `NaN`, which is not JSON.',
      editingLists((answer, bytes) => ({
        ...answer,
        body: bytes.toString().replaceAll('"price":null', '"price":NaN'),
      })),
    ),
    // JuliaWeb/HttpServer.jl #32: Content-Length counts characters, and the last bytes are lost.
    'length-in-characters': subtle(
      '`Content-Length` is the number of characters instead of bytes, and lists are cut at this length.',
      editingLists((answer, bytes) => ({
        ...answer,
        body: bytes.subarray(0, bytes.toString().length),
      })),
    ),
    // nginx: a proxy writes a response that exceeds its buffers to the disk, and cuts the response
    // if the disk is full.
    'large-lists-cut': subtle(
      'Lists are cut after 8 KB, and `Content-Length` is the length after the cut.',
      editingLists((answer, bytes) => ({ ...answer, body: bytes.subarray(0, 8192) })),
    ),
  }),
  ...bodies('EXP-NEG-10', {
    // In PHP, a source file that was saved with a byte order mark writes the mark before every
    // response.
    'byte-order-mark': blatant(
      'Lists begin with a byte order mark.',
      editingLists((answer, bytes) => ({
        ...answer,
        body: Buffer.concat([Buffer.from('\ufeff'), bytes]),
      })),
    ),
    // Windows uses UTF-16 for texts, and the server does not convert them to UTF-8.
    'json-in-utf-16': blatant(
      'Lists are encoded in UTF-16, and `Content-Type` names this charset.',
      editingLists((answer, bytes) => ({
        ...answer,
        headers: {
          ...answer.headers,
          'Content-Type': `${answer.headers['Content-Type']}; charset=utf-16le`,
        },
        body: Buffer.from(bytes.toString(), 'utf16le'),
      })),
    ),
    // A server writes bodies in its default charset, ISO 8859-1, and names it in `Content-Type`.
    'json-in-latin1': subtle(
      'Lists are encoded in ISO 8859-1, and `Content-Type` names this charset.',
      editingLists((answer, bytes) => ({
        ...answer,
        headers: {
          ...answer.headers,
          'Content-Type': `${answer.headers['Content-Type']}; charset=iso-8859-1`,
        },
        body: Buffer.from(bytes.toString(), 'latin1'),
      })),
    ),
    // nginx with proxy_cache: a compressed response is returned to a request with a different cache
    // key.
    'gzip-serves-another-page': subtle(
      'With `Accept-Encoding: gzip` the first compressed list of a format is returned to every request for this format.',
      (healthy) => {
        const kept = new Map<string, Buffer>();
        return editingLists((answer, bytes, call) => {
          if (!acceptsGzip(call)) return answer;
          const type = answer.headers['Content-Type'] ?? '';
          const held = kept.get(type) ?? bytes;
          kept.set(type, held);
          return gzipped(answer, held);
        })(healthy);
      },
    ),
    // An output filter compresses a body that another filter has already compressed.
    'gzip-twice': blatant(
      'With `Accept-Encoding: gzip` lists are compressed twice, but `Content-Encoding` names gzip once.',
      editingLists((answer, bytes, call) =>
        acceptsGzip(call) ? gzipped(answer, gzipSync(bytes)) : answer,
      ),
    ),
    // In PHP, zlib.output_compression compresses the body after the framework has set
    // Content-Length.
    'gzip-with-the-plain-length': blatant(
      'With `Accept-Encoding: gzip` lists are compressed, but `Content-Length` is the length before compression.',
      (healthy) => ({
        ...healthy,
        deliver: (answer, response, call) => {
          if (!isProducts(answer, call) || !acceptsGzip(call))
            return healthy.deliver(answer, response, call);
          const bytes = bytesOf(answer);
          const sent = gzipped(answer, bytes);
          response.writeHead(answer.status, {
            ...sent.headers,
            'Content-Length': String(bytes.length),
          });
          response.end(sent.body);
          // The body has another length than `Content-Length`, so the connection must be closed.
          response.socket?.end(Buffer.alloc(0));
        },
      }),
    ),
  }),
];
