import { JSON_API, PLAIN } from '../../../src/protocol/export/question.js';
import { checks } from '../check.js';

/** What a client may accept besides one of the two. */
const OTHERS = [
  '*/*',
  `${PLAIN}, ${JSON_API}`,
  `${JSON_API};q=0.1, ${PLAIN};q=0.9`,
  `${JSON_API};q=0.9, ${PLAIN};q=0.1`,
  `${JSON_API}; ext="x"`,
  'application/*',
  'text/html',
  'application/xml',
];

export const mediaTypes = checks({
  'EXP-NEG-6 export.negotiation.media-type': {
    title: 'lists in each format: their media type',
    requests: 0,
    factless: () => [{}, { accept: PLAIN }, { accept: null }],
  },
  'EXP-NEG-7 export.negotiation.case': {
    title: 'media types in Accept in capitals',
    requests: 2,
    factless: () => [{ accept: 'Application/VND.API+JSON' }, { accept: 'APPLICATION/JSON' }],
  },
  'EXP-NEG-8 export.negotiation.table': {
    title: 'lists, q-values, parameters and unsupported types',
    requests: { least: 3, most: 8 },
    shows: 'results of other values of Accept',
    cases: () => Object.fromEntries(OTHERS.map((accept) => [`Accept: ${accept}`, { accept, limit: 1 }])),
  },
  'EXP-NEG-9 export.negotiation.vary': {
    title: 'lists that may be cached: their Vary header',
    requests: 0,
    lacking: 'applies only to a response that may be cached (Cache-Control, Expires, ETag or Last-Modified)',
    factless: () => [{}, { accept: PLAIN }],
  },
});
