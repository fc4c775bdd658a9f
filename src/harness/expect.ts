import type { Answer } from '../http/answer.js';
import { checkSchema, describeProblems, type SchemaName, type Schemas } from '../schema/validate.js';
import { describeAnswer } from './describe-answer.js';
import { deviates } from './finding.js';

/** The answer has this status. */
export function expectStatus(answer: Answer, status: number, asked = ''): void {
  if (answer.status !== status) deviates(`status ${status}${asked && ` ${asked}`}`, describeAnswer(answer), answer);
}

/** The body is JSON that satisfies a built-in schema, by name, or of another package; the value with its type comes back. */
export function expectSchema<N extends SchemaName>(answer: Answer, name: N): Schemas[N];
export function expectSchema<T>(answer: Answer, schema: NamedSchema): T;
export function expectSchema(answer: Answer, schema: SchemaName | NamedSchema): unknown {
  const result = checkSchema<unknown>(schema, expectJson(answer));
  if ('value' in result) return result.value;
  const name = typeof schema === 'string' ? `schemas/${schema}.schema.json` : schema.title;
  return deviates(`a body that satisfies ${name}`, describeProblems(result.problems.slice(0, 5)), answer);
}

/** A schema of another package, with the name that failures give it. */
type NamedSchema = object & { readonly title: string };

export function expectJson(answer: Answer): unknown {
  const { jsonFault } = answer;
  if (jsonFault !== undefined)
    deviates(
      'a JSON body',
      jsonFault === 'no JSON' ? describeAnswer(answer) : `${jsonFault}: ${describeAnswer(answer)}`,
      answer,
    );
  return answer.json;
}
