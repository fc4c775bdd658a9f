/**
 * Decides which aspects of responses can be compared between the target and the reference server.
 */

import type { Answer } from '../http/index.js';
import { readQuestion } from '../protocol/export/read-question.js';
import type { Target } from '../settings/index.js';
import { agree, NAMES, type Response } from './aspects.js';
import type { Twin } from './twin.js';

const META = ['total', 'limit', 'offset', 'cursor'];
/** The aspects that are compared if no conforming response of the same kind exists. */
const PLAIN = ['status', 'type', 'shape', ...META, 'records', 'words'];
/** The aspects that the document defines. Each server has its own headers, which are left out. */
const DOCUMENTED = [...PLAIN, 'held', 'values'];
/**
 * An aspect is compared if the healthy reference server (without a defect) agrees in it with at
 * least this share of the conforming responses of the same kind.
 */
const LEAST_AGREEMENT = 0.9;

/**
 * Compares responses of the target with responses of a reference server. It uses only the aspects
 * in which the healthy reference server agrees with the conforming responses of the same kind.
 * Other aspects are specific to the target.
 */
export class Comparison {
  readonly #healthy = new Map<Answer, Response>();
  readonly #usable = new Map<string, readonly string[]>();

  private constructor(
    readonly target: Target,
    readonly isStrict: boolean,
  ) {}

  /**
   * Makes two comparisons: one of all aspects, and one of the aspects that the healthy reference
   * server shares with the target.
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
   * Whether the response of a reference server equals the response of the target, in the compared
   * aspects and in the aspects that the defect of this reference server changes.
   */
  same = (answer: Answer, other: Response): boolean =>
    agree(answer, other, this.#aspects(answer)) &&
    agree(answer, other, this.#changedBy(answer, other));

  /** Whether the healthy reference server returns the same response as the target. */
  healthyReproduces(answer: Answer): boolean {
    const healthy = this.#healthy.get(answer);
    return healthy !== undefined && this.same(answer, healthy);
  }

  /**
   * Whether the healthy reference server returns the same violating response, so that no defect is
   * needed to explain it. All aspects that a rule reads are compared, even aspects in which the
   * conforming responses of the target differ from the reference server.
   */
  givesViolation(answer: Answer): boolean {
    const healthy = this.#healthy.get(answer);
    return this.healthyReproduces(answer) && healthy !== undefined && agree(answer, healthy, PLAIN);
  }

  /**
   * The aspects in which the response of a reference server differs from the response of the
   * healthy reference server. Aspects that the document leaves to each server are left out.
   */
  #changedBy(answer: Answer, other: Response): readonly string[] {
    const healthy = this.#healthy.get(answer);
    if (healthy === undefined || healthy === other) return [];
    return documentedOf(answer).filter((name) => !agree(healthy, other, [name]));
  }

  /**
   * Whether two reference servers give the same response, in the documented aspects and in the
   * compared aspects.
   */
  isSame = (answer: Answer, a: Response, b: Response): boolean =>
    agree(a, b, documentedOf(answer)) && agree(a, b, this.#aspects(answer));

  #aspects(answer: Answer): readonly string[] {
    if (this.isStrict) return answer.request.lane === 'token' ? ALL_OF_TOKENS : NAMES;
    if (isUndocumented(answer)) return ['status'];
    return this.#usable.get(this.#kindOf(answer)) ?? this.#usable.get(outcomeOf(answer)) ?? PLAIN;
  }

  /** The kind of a response: the parts of its request in which servers differ, and its outcome. */
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
      const usable = NAMES.filter((name) => {
        const agreeing = answers.filter((answer) => {
          const healthy = this.#healthy.get(answer);
          return healthy !== undefined && agree(healthy, answer, [name]);
        });
        return agreeing.length >= LEAST_AGREEMENT * answers.length;
      });
      // Responses with the same body agree in all aspects of the body.
      this.#usable.set(
        kind,
        usable.includes('body') ? usable.filter((name) => !PARTS.includes(name)) : usable,
      );
    }
  }
}

/** Errors that the document does not define have different texts on each server. */
const isUndocumented = ({ status }: Answer): boolean =>
  status >= 400 && ![401, 403, 404].includes(status);

const documentedOf = (answer: Answer): readonly string[] =>
  isUndocumented(answer) ? ['status'] : DOCUMENTED;

/** A token is never the same twice. */
const ALL_OF_TOKENS = NAMES.filter((name) => name !== 'body' && name !== 'values');

const PARTS = ['shape', ...META, 'records', 'held', 'values', 'words', 'token'];

const outcomeOf = (answer: Answer): string => `${answer.status} ${answer.mediaType}`;

const kindOfPath = (route: object): string => ('column' in route ? 'filtered' : 'unknown');

function requestKindOf({ request }: Answer, target: Target): string {
  const { url, method = 'GET', interface: name, lane = '' } = request;
  const question =
    target.export === undefined || name !== 'export'
      ? undefined
      : readQuestion(request, target.export);
  if (question === undefined) {
    const [path = ''] = url.split('?');
    const firstSegment = path === '' ? '' : (url.split('/')[3] ?? '');
    return [name, method, lane, firstSegment].join(' ');
  }
  const { route = 'v2', filter, orderBy, groupBy } = question;
  const where = typeof route === 'string' ? route : kindOfPath(route);
  return [name, method, where, filter && 'filter', orderBy && 'order', groupBy && 'group'].join(
    ' ',
  );
}
