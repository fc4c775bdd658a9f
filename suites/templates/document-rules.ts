import { holdsIf, type RuleTable } from '../../src/harness/suite.js';
import { realmOf } from '../../src/protocol/templates/token-request.js';
import type { Discovery } from '../../src/schema/types.js';
import { checkSchema } from '../../src/schema/validate.js';
import { templatesOf } from './ask.js';
import type { ClauseId } from './clauses.js';
import type { DocumentExchange } from './exchange.js';
import { fits } from './token-rules.js';

/** The discovery document in an answer; undefined where it is not what it should be (TOK-DISC-1). */
export function discoveryIn({ json }: { readonly json: unknown }): Discovery | undefined {
  const result = checkSchema('templates/discovery', json);
  return 'value' in result ? result.value : undefined;
}

/** The rules of the discovery document and of the keys, in the order of the document. */
export const DOCUMENT_RULES: RuleTable<DocumentExchange, unknown, ClauseId> = {
  'TOK-DISC-1': ({ question, answer }) => {
    if (question.ask !== 'discovery') return undefined;
    return answer.status === 200 ? fits(answer, 'templates/discovery') : { expected: 'status 200' };
  },
  'TOK-DISC-2': ({ question, answer }) => {
    if (question.ask === 'keys')
      return answer.status === 200 ? fits(answer, 'templates/jwks') : { expected: 'keys with status 200' };
    const grants = discoveryIn(answer)?.grant_types_supported;
    return (
      grants &&
      holdsIf(
        grants.includes('client_credentials'),
        'client_credentials among the grant types',
        grants.join(', ') || 'none',
      )
    );
  },
  'TOK-DISC-3': ({ question, answer, target }) => {
    const document = question.ask === 'discovery' ? discoveryIn(answer) : undefined;
    const wanted = realmOf(templatesOf(target));
    return document && holdsIf(document.issuer === wanted, `issuer ${wanted}`, document.issuer ?? 'none');
  },
};
