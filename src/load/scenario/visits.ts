import type { FlowData } from './data.js';
import { handoverVisits } from './handover.js';
import { pageVisits } from './page.js';
import type { Visit } from './step.js';
import { templateVisits } from './templates.js';
import { tokenVisits } from './token.js';
import { walkVisits } from './walk.js';

/** How a virtual user goes through a flow. `now` is milliseconds of a steady clock, for the age of tokens. */
export function visitsOf(data: FlowData, now: () => number): () => Visit {
  switch (data.kind) {
    case 'pages':
      return pageVisits(data.pages);
    case 'token':
      return tokenVisits(data.tokens);
    case 'templates':
      return templateVisits(data.url, data.lists, now);
    case 'walk':
      return walkVisits(data);
    case 'handover':
      return handoverVisits(data);
  }
}
