/**
 * Decides which aspects of responses, such as status and records, can be compared between the
 * target (the server under test) and a reference server. A `Twin` is a reference server with the
 * data of the target. The healthy reference server is the one without a defect.
 */

import type { Answer } from '../http/index.js';
import { readQuestion } from '../protocol/export/read-question.js';
import type { Target } from '../settings/index.js';
import { ASPECT_NAMES, agree, type Response } from './aspects.js';
import type { Twin } from './twin.js';

const META = ['total', 'limit', 'offset', 'cursor'];
/** These aspects are compared if no conforming response of the same kind exists. */
const PLAIN = ['status', 'type', 'shape', ...META, 'records', 'words'];
/**
 * The aspects that the specification defines. Of the headers only the media type is compared,
 * because the others differ between servers.
 */
const DOCUMENTED = [...PLAIN, 'recordSet', 'values'];
/**
 * A lenient comparison uses an aspect if the healthy reference server agrees in it with at least
 * this share of the conforming responses of one kind.
 */
const LEAST_AGREEMENT = 0.9;

export class Comparison {
  readonly #healthy = new Map<Answer, Response>();
  readonly #usable = new Map<string, readonly string[]>();

  private constructor(
    readonly target: Target,
    readonly isStrict: boolean,
  ) {}

  /**
   * `strict` compares all aspects. `lenient` leaves out aspects in which the healthy reference
   * server differs from conforming responses of the target.
   */
  static async by(
    target: Target,
    healthy: Twin,
    conforming: readonly Answer[],
    others: readonly Answer[],
  ) {
    const [strict, lenient] = [new Comparison(target, true), new Comparison(target, false)];
    for (const answer of [...conforming, ...others]) {
      const response = await healthy.answerTo(answer);
      strict.#healthy.set(answer, response);
      lenient.#healthy.set(answer, response);
    }
    lenient.#learn(conforming);
    return { strict, lenient };
  }

  /**
   * Whether `other`, the response of a reference server, reproduces the response of the target. If
   * the reference server has a defect, the aspects that the defect changes are compared, too.
   */
  reproduces = (answer: Answer, other: Response): boolean =>
    agree(answer, other, this.#aspects(answer)) &&
    agree(answer, other, this.#changedBy(answer, other));

  healthyReproduces(answer: Answer): boolean {
    const healthy = this.#healthy.get(answer);
    return healthy !== undefined && this.reproduces(answer, healthy);
  }

  /**
   * Whether the healthy reference server commits the violation, too. Then no defect is needed to
   * explain the violation. The aspects in `PLAIN` are always compared.
   */
  healthyGivesViolation(answer: Answer): boolean {
    const healthy = this.#healthy.get(answer);
    return this.healthyReproduces(answer) && healthy !== undefined && agree(answer, healthy, PLAIN);
  }

  /** The documented aspects in which `other` differs from the response of the healthy server. */
  #changedBy(answer: Answer, other: Response): readonly string[] {
    const healthy = this.#healthy.get(answer);
    if (healthy === undefined || healthy === other) return [];
    return documentedOf(answer).filter((name) => !agree(healthy, other, [name]));
  }

  /** Whether the responses of two reference servers to the request of `answer` are equal. */
  areEqual = (answer: Answer, a: Response, b: Response): boolean =>
    agree(a, b, documentedOf(answer)) && agree(a, b, this.#aspects(answer));

  #aspects(answer: Answer): readonly string[] {
    if (this.isStrict) return answer.request.lane === 'token' ? ALL_OF_TOKENS : ASPECT_NAMES;
    if (isUndocumented(answer)) return ['status'];
    return this.#usable.get(this.#kindOf(answer)) ?? this.#usable.get(outcomeOf(answer)) ?? PLAIN;
  }

  /** The kind of the request, with the status and the media type of the response. */
  #kindOf(answer: Answer): string {
    const requestKind = this.#kinds.get(answer) ?? requestKindOf(answer, this.target);
    this.#kinds.set(answer, requestKind);
    return `${requestKind} ${outcomeOf(answer)}`;
  }
  readonly #kinds = new Map<Answer, string>();

  #learn(conforming: readonly Answer[]): void {
    const groups = new Map<string, Answer[]>();
    for (const answer of conforming)
      for (const kind of [this.#kindOf(answer), outcomeOf(answer)]) {
        const group = groups.get(kind);
        if (group === undefined) groups.set(kind, [answer]);
        else group.push(answer);
      }
    for (const [kind, answers] of groups) {
      const usable = ASPECT_NAMES.filter((name) => {
        const agreeing = answers.filter((answer) => {
          const healthy = this.#healthy.get(answer);
          return healthy !== undefined && agree(healthy, answer, [name]);
        });
        return agreeing.length >= LEAST_AGREEMENT * answers.length;
      });
      // Responses with the same body agree in all aspects of the body.
      this.#usable.set(
        kind,
        usable.includes('body') ? usable.filter((name) => !BODY_ASPECTS.includes(name)) : usable,
      );
    }
  }
}

/**
 * The specification defines only the errors 401, 403 and 404. The texts of other errors may differ
 * between conforming servers.
 */
const isUndocumented = ({ status }: Answer): boolean =>
  status >= 400 && ![401, 403, 404].includes(status);

const documentedOf = (answer: Answer): readonly string[] =>
  isUndocumented(answer) ? ['status'] : DOCUMENTED;

/**
 * All aspects except the body and its values, because every response contains a different token.
 */
const ALL_OF_TOKENS = ASPECT_NAMES.filter((name) => name !== 'body' && name !== 'values');

/** These aspects agree if the bodies are equal. */
const BODY_ASPECTS = ['shape', ...META, 'records', 'recordSet', 'values', 'words', 'token'];

const outcomeOf = (answer: Answer): string => `${answer.status} ${answer.mediaType}`;

const kindOfRoute = (route: object): string => ('column' in route ? 'filtered' : 'unknown');

/**
 * Returns a text that is equal for requests of the same kind: for product requests the route and
 * the parts that are used, for other requests the first segment of the path.
 */
function requestKindOf({ request }: Answer, target: Target): string {
  const { url, method = 'GET', interface: name, lane = '' } = request;
  const question =
    target.export === undefined || name !== 'export'
      ? undefined
      : readQuestion(request, target.export);
  if (question === undefined) {
    const [path = ''] = url.split('?');
    const firstSegment = path.split('/')[3] ?? '';
    return [name, method, lane, firstSegment].join(' ');
  }
  const { route = 'v2', filter, orderBy, groupBy } = question;
  const where = typeof route === 'string' ? route : kindOfRoute(route);
  return [name, method, where, filter && 'filter', orderBy && 'order', groupBy && 'group'].join(
    ' ',
  );
}
