import { clausesOf } from '../../src/harness/suite.js';
import { bearer } from './bearer.js';
import { discoveryDocument } from './discovery.js';
import { endedTokens } from './ended-tokens.js';
import { forgedTokens } from './forged-tokens.js';
import { hostileValues } from './hostile-values.js';
import { organizations } from './organizations.js';
import { remainingLifetime } from './remaining-lifetime.js';
import { schemes } from './schemes.js';
import { templateList } from './template-list.js';
import { tokenErrors } from './token-errors.js';
import { tokenLifetime } from './token-lifetime.js';
import { tokenRequest } from './token-request.js';
import { tokenResponse } from './token-response.js';

/** Every clause of the token endpoint and of the template API, in the order of the document. */
export const topics = {
  ...tokenRequest,
  ...tokenResponse,
  ...remainingLifetime,
  ...tokenErrors,
  ...discoveryDocument,
  ...tokenLifetime,
  ...bearer,
  ...endedTokens,
  ...forgedTokens,
  ...organizations,
  ...schemes,
  ...hostileValues,
  ...templateList,
};

export const clauses = clausesOf(topics);

export type ClauseId = keyof typeof topics;
