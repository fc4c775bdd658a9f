import type { FlowData } from './data.js';
import { handoverVisits } from './handover.js';
import { ownRequestVisits, type Surroundings } from './own-request.js';
import { pageVisits } from './page.js';
import type { Visit } from './step.js';
import { templateVisits } from './templates.js';
import { tokenVisits } from './token.js';
import { walkVisits } from './walk.js';

/** How a virtual user goes through a flow. */
export function visitsOf(data: FlowData, surroundings: Surroundings): () => Visit {
  switch (data.kind) {
    case 'pages':
      return pageVisits(data.pages);
    case 'token':
      return tokenVisits(data.tokens);
    case 'templates':
      return templateVisits(data.url, data.lists, surroundings.now);
    case 'walk':
      return walkVisits(data);
    case 'request':
      return ownRequestVisits(data, surroundings);
    case 'handover':
      return handoverVisits(data);
  }
}
