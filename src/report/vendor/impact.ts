/** What a violation of a clause means for the clients of the target. */

/** The first pattern that matches the id of a clause decides. */
const IMPACTS: readonly (readonly [clauses: RegExp, impact: string])[] = [
  [
    /^EXP-ROOT-/,
    'a probe that reads the welcome page takes the service for another one, or for down',
  ],
  [/^EXP-ROUTE-(?:1|2)$/, 'a client gets no products, or not those of its destination'],
  [/^EXP-ROUTE-(?:3|4)$/, 'a client of the filtered path works with the wrong products'],
  [/^EXP-ROUTE-(?:5|7)$/, 'a client of the legacy route gets other products than it asked for'],
  [/^EXP-ROUTE-8$/, 'a mistyped address looks like a valid response'],
  [/^EXP-DATA-/, 'a client stores incomplete or changed product data'],
  [
    /^EXP-AUTH-(?:3|4|5|8|12)$/,
    'somebody may read products with a token that should give no access, or a valid client is refused',
  ],
  [/^EXP-AUTH-13$/, 'the token may end in a log file'],
  [/^EXP-AUTH-9$/, 'a client whose library writes header names in another case is refused'],
  [/^EXP-(?:AUTH|ERR)-/, 'a client cannot tell from the response which mistake to correct'],
  [
    /^EXP-NEG-(?:9|10)$/,
    'a cache or a client may use a body that belongs to another request, or may misread it',
  ],
  [/^EXP-NEG-/, 'a client gets a format that it cannot read'],
  [/^EXP-LIST-(?:1|2|3|4)$/, 'a client that reads the documented members fails'],
  [
    /^EXP-(?:LIST|SORT)-/,
    'a client that reads page by page misses products, gets some twice, or does not know when to stop',
  ],
  [/^EXP-GROUP-/, 'a client gets groups that are missing or repeated'],
  [
    /^EXP-FILT-/,
    'a client works with products that it did not ask for, or misses some, without noticing',
  ],
  [/^EXP-HARD-2$/, 'a mistyped filter returns more products than were asked for'],
  [/-HARD-/, 'an unusual request looks like an outage, and may be one'],
  [/^TOK-REQ-/, 'a client gets no token'],
  [/^TOK-RES-(?:4|5)$/, 'a client uses a token for too long or renews it too early'],
  [/^TOK-RES-/, 'a client that reads the documented token response fails'],
  [
    /^TOK-ERR-1$/,
    'somebody may obtain a token without the right credentials, or a client cannot tell that its own are wrong',
  ],
  [/^TOK-ERR-/, 'a client cannot tell from the response which mistake to correct'],
  [/^TOK-DISC-/, 'a client that configures itself from the discovery document fails'],
  [/^TOK-LIFE-/, 'a client has to request more tokens than intended, or its calls fail'],
  [/^ETM-AUTH-1$/, 'a client with a valid token gets no templates'],
  [
    /^ETM-AUTH-(?:2|4|5|6|7)$/,
    'somebody may read templates without permission, or a valid client is refused',
  ],
  [
    /^ETM-AUTH-3$/,
    'a client does not learn that it needs a new token, or an old token stays usable',
  ],
  [/-AUTH-(?:3|8)$/, 'a client cannot tell how to authenticate'],
  [/^PLT-PAGE-10$/, 'a request that should change nothing, or be refused, looks like a success'],
  [
    /^PLT-PAGE-(?:3|4|5|6|9|11)$/,
    'a client that follows the pages misses entities, gets some twice, or does not stop',
  ],
  [/^PLT-AUTH-/, 'a client cannot tell how to authenticate'],
  [/^PLT-PAGE-/, 'a client that reads the documented members fails or works with wrong numbers'],
  [/^PLT-/, 'a client that relies on what the document says fails'],
  [
    /^HND-AUTH-/,
    'somebody may move the resources of a user without permission, or a client cannot tell why it was refused',
  ],
  [/^HND-OK-/, 'the resources may not be where the response says'],
  [/^HND-BODY-/, 'a client cannot read the response, or takes a mistake for a success'],
];

/** Undefined for clauses of the user's own schemas. */
export const impactOf = (clause: string): string | undefined =>
  IMPACTS.find(([clauses]) => clauses.test(clause))?.[1];
