/** Requests that get no products because of their header fields, and lists that are not JSON. */

import { areOfBrowser, areOfProxy, clientOf } from '../../../src/protocol/client-headers.js';
import type { ProductsQuestion } from '../../../src/protocol/export/question.js';
import type { Exchange } from '../model/exchange.js';
import { mustGiveList } from './errors.js';
import { type ExportReading, slug } from './reading.js';

/** Names the header fields: by the client that adds exactly these, or each field and their kind. */
function fieldsIn({ headers = [] }: ProductsQuestion): readonly string[] {
  const client = clientOf(headers);
  if (client !== undefined) return [client];
  const names = headers.map(([name]) => `\`${name}\``);
  if (areOfBrowser(headers)) return [...names, 'the header fields of a browser'];
  return areOfProxy(headers) ? [...names, 'the header fields of a proxy'] : [];
}

function gotInstead({ answer: { status, mediaType, jsonFault } }: Exchange): string {
  if (status !== 200) return `gets status ${status}`;
  if (/html/.test(mediaType)) return 'gets an HTML page';
  return jsonFault === undefined ? 'gets other JSON' : 'gets no JSON';
}

/** Requests that get no list, although the same request without the header fields gets one. */
const clients = (violated: readonly Exchange[]): readonly ExportReading[] => {
  const wrong = violated.filter((one) => one.page === undefined && mustGiveList(one));
  const names = new Set(wrong.flatMap(({ question }) => fieldsIn(question)));
  return [...names].flatMap((name) =>
    [...new Set(wrong.map(gotInstead))].slice(0, 2).map((got) => ({
      id: `clients.${slug(name)}.${slug(got)}`,
      clause: 'EXP-ROUTE-1',
      sentence: `a request with ${name} ${got} instead of products`,
      touches: (question) => fieldsIn(question).includes(name),
      response: (exchange) =>
        mustGiveList(exchange)
          ? exchange.page === undefined && gotInstead(exchange) === got
          : undefined,
    })),
  );
};

/** Words of programming languages for values that JSON does not have. */
const FOREIGN_WORDS = ['NaN', 'Infinity', 'None', 'undefined', 'True', 'False'];

const notJson: readonly ExportReading[] = FOREIGN_WORDS.map((word) => {
  const isIn = new RegExp(`[:,[]\\s*-?${word}\\s*[,\\]}]`);
  return {
    id: `bodies.${slug(word)}`,
    clause: 'EXP-ROUTE-1',
    also: ['EXP-NEG-10'],
    sentence: `lists contain \`${word}\`, which is not JSON`,
    touches: () => true,
    response: (exchange) => {
      const { page, answer } = exchange;
      return page === undefined && answer.ok && mustGiveList(exchange)
        ? answer.jsonFault !== undefined && isIn.test(answer.text)
        : undefined;
    },
  };
});

export const clientReadings = (violated: readonly Exchange[]): readonly ExportReading[] => [
  ...clients(violated),
  ...notJson,
];
