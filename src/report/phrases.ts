/** Sentences of violations that one rule states in its own words. */

import { excerpt } from './visible.js';

/**
 * `$1` is the first group of the expected result, and `@1` that of the actual result. `@0` is the
 * whole actual result.
 */
type Phrase = readonly [expected: RegExp, actual: RegExp, sentence: string];

const ANY = /^.+$/s;

const PAGES: readonly Phrase[] = [
  [/^a JSON body$/, ANY, 'the response is not JSON: @0; it must be'],
  [/^a page$/, ANY, 'the response is not a page: @0; it must be one'],
  [
    /^entities with their id$/,
    /^entities wrapped in (.+)$/,
    'each entity is within a member @1; its id must be in the entity itself',
  ],
  [
    /^entities after (\S+), such as (\S+)$/,
    /^none$/,
    'the page is empty; it must have the entities after $1, such as $2',
  ],
  [
    /^(the same entities for .+ as for .+): (\d+) in all(.*)$/,
    /^(\d+) in all(.*)$/,
    'the page has @1 entities@2; it must have $1, which are $2$3',
  ],
  [
    /^an empty page for cursor (\S+), the last id$/,
    ANY,
    '@0 came after cursor $1, the last id; the page must be empty',
  ],
  [
    /^(entity \S+) on the page(.*)$/,
    /^a page without it$/,
    '$1 is missing on the page; it must be there$2',
  ],
  [
    /^a next that ends the walk after (entity \S+)$/,
    /^next (.+)$/,
    'next is @1 after $1, the last one; it must end the walk, and not lead back',
  ],
  [
    /^an empty page, or a page with ids above (\S+)$/,
    /^a page that (.+)$/,
    'following `next`, the page after entity $1, the last one, @1; it must be empty',
  ],
  [/^ids greater than (\S+)$/, ANY, '@0 came; only ids greater than $1 must come'],
];

const HANDOVERS: readonly Phrase[] = [
  [/^a message that (.+)$/, /^(".*")(, which .+)?$/s, 'the message is @1@2; it must say that $1'],
  [
    /^each resource once with the user handover\.to$/,
    /^(.+) more than once$/,
    'the receiving user has @1 more than once; it must have each resource once',
  ],
  [
    /^no resource left with the user handover\.from$/,
    ANY,
    'the giving user still has @0; it must have no resource any more',
  ],
  [
    /^nothing transferred$/,
    ANY,
    'the response says that resources were transferred: @0; nothing must be transferred',
  ],
  [
    /^a status that refuses$/,
    /^(\d{3})\b ?(.*)$/s,
    'the status is @1 (@2); it must be one of a refusal, such as 401',
  ],
  [
    /^a refusal as without authorization$/,
    ANY,
    'the response is @0; it must be a refusal as without authorization',
  ],
];

const RECORDS: readonly Phrase[] = [
  [
    /^status (\d+) in the error object$/,
    ANY,
    '`status` in the error object is @0; it must be $1, as that of the response',
  ],
  [/^values of (.+)$/s, /^also (.+)$/s, 'the value @1 came; it is none of $1'],
  [/^an envelope of data and meta$/, ANY, '@0 came; it must be an object with `data` and `meta`'],
  [/^a bare array$/, ANY, '@0 came; it must be an array without an envelope'],
  [
    /^at most (\d+) of (\d+) records$/,
    /^\d+$/,
    '@0 records came; at most $1 of the $2 must come after this offset',
  ],
  [
    /^windows of one list ordered by (.+)$/,
    ANY,
    'the pages are not parts of one list ordered by $1: @0 are on different pages, in the wrong order',
  ],
  [
    /^the nulls of (.+) together at one end of the list$/,
    ANY,
    'null in $1 stands @0; it must be at one end of the list only',
  ],
  [
    /^the same meta\.total (on both routes|for every page of the list)(.*)$/s,
    ANY,
    'meta.total is @0; it must be the same $1$2',
  ],
  [/^(.+) for (\S+), as in the earlier response$/, ANY, '$2 is @0; it must be $1, as before'],
  [/^no records of (destination \S+)$/, ANY, '@0 came; no records of $1 must come'],
  [
    /^(.+) also in the list without a filter$/s,
    /^(.+) not in that list, although (.+)$/s,
    '@1 came, but not in the list without a filter, although @2; each record must be there',
  ],
  [/^each record on one page$/, ANY, '@0 came; each record must be on one page only'],
  [
    /^(?:the records?.*, )?each (?:record )?once( for .+)?$/s,
    /^(.+ (?:twice|\d+ times))$/s,
    '@1 came$1; each record must come once',
  ],
  [
    /^the records ordered by \S+ for (orderBy=\S+)$/,
    ANY,
    'the response to $1 is @0; it must be the records in this order',
  ],
  [
    /^(the record with .+) with (\S+) (.+)$/s,
    ANY,
    '$2 of $1 is @0; it must be $3, as it was loaded',
  ],
  [
    /^(the record with .+|a record)$/s,
    /^no such record; (.+)$/s,
    '$1 is missing, although it was loaded; @1',
  ],
  [
    /^a record at offset (\d+), because (.+)$/,
    /^none$/,
    'no record came at offset $1; one must come, because $2',
  ],
  [/^(\d+) of (\d+) records( for .+)?$/, /^\d+$/, '@0 records came; $1 of the $2 must come$3'],
  [
    /^at least 1 record for (.+)$/s,
    /^0 records$/,
    'no record came for $1; the record with this value must come',
  ],
  [
    /^as many records on all pages as meta\.total says$/,
    /^(\d+) records, although meta\.total is (\d+)$/,
    'the pages have @1 records in all; it must be @2, as meta.total says',
  ],
  [
    /^no record in which (.+) is null$/,
    ANY,
    'a record came in which $1 is null; none must come for this filter',
  ],
  [
    /^only records for which (.+), with the same case$/s,
    /^also (.+)$/s,
    '@1 came for $1; it must not, because its letter case is another one',
  ],
  [
    /^only members that the record also has in the legacy format$/,
    ANY,
    'a record has the members @0; it must have those of the legacy format only',
  ],
];

const REQUESTS: readonly Phrase[] = [
  [/^a greeting$/, /^an empty body$/, 'the body is empty; it must be a greeting'],
  [
    /^the same response as without a token, with an? (.+) token$/,
    ANY,
    'with a token ($1) the response is @0; it must be the same as without one',
  ],
  [
    /^the same list with and without (Accept-Encoding: gzip)$/,
    ANY,
    'with $1 the response is @0; it must be the same list as without it',
  ],
  [
    /^the same list again$/,
    ANY,
    'the same request returned @0; it must return the same list again',
  ],
  [/^an error without the token$/, ANY, 'the error repeats the token: @0; it must not'],
  [
    /^the same products as without the (parameter|header)$/,
    ANY,
    'the response is @0; it must have the same products as without the $1',
  ],
  [
    /^a refusal, regardless of X-Destination-Id$/,
    ANY,
    'the response is @0; the request must be refused, whatever X-Destination-Id is',
  ],
  [
    /^no effect of the header$/,
    ANY,
    'X-Destination-Id changes the response to @0; it must have no effect on this route',
  ],
  [/^a refusal or no records$/, ANY, '@0 came; the request must be refused, or match no record'],
  [
    /^JSON without a byte order mark$/,
    ANY,
    'the body begins with a byte order mark (@0); it must begin with the JSON',
  ],
  [/^JSON in UTF-8$/, ANY, 'the JSON has @0; it must be in UTF-8'],
  [/^a refusal$/, ANY, 'the response is @0; the request must be refused'],
];

const TOKENS: readonly Phrase[] = [
  [/^no refresh_token$/, ANY, 'the token response has a refresh_token; it must have none'],
  [/^a JWT with a signature$/, ANY, 'the token has @0; it must be a JWT with a signature'],
  [/^a claim exp$/, /^none$/, 'the token has no claim exp; it must have one'],
  [
    /^client_credentials among the grant types$/,
    ANY,
    'the grant types are @0; client_credentials must be among them',
  ],
  [/^keys with status 200$/, ANY, 'the response is @0; it must be the keys, with status 200'],
  [
    /^a token from (.+)$/,
    ANY,
    'the token endpoint $1 of the discovery document returns @0; it must issue a token',
  ],
  [/^iss (\S+) in the token$/, ANY, 'iss of the token is @0; it must be $1'],
  [/^401 for (a revoked token)$/, ANY, 'the response to $1 is @0; it must be 401'],
  [
    /^401 for a token of (\d+) s after (\d+) s$/,
    ANY,
    'a token that is valid for $1 s gets @0 after $2 s; it must get 401',
  ],
  [
    /^401 as soon as the (\d+) s of the token have passed$/,
    ANY,
    'a token is accepted for some time after its $1 s (@0); it must get 401',
  ],
  [
    /^the repeated call accepted$/,
    ANY,
    'the call that is repeated with a new token gets @0; it must be accepted',
  ],
  [
    /^the token accepted until shortly before it expires$/,
    ANY,
    'a token gets @0 shortly before it expires; it must be accepted',
  ],
  [
    /^the token accepted again, (call \d+)$/,
    ANY,
    'a token that was accepted before gets @0 in $1; it must be accepted until it expires',
  ],
];

const PHRASES: readonly Phrase[] = [...PAGES, ...HANDOVERS, ...RECORDS, ...REQUESTS, ...TOKENS];

/** The maximum length of a part of the actual result, and of the expected result. */
const [ACTUAL_LENGTH, EXPECTED_LENGTH] = [120, 160];

export function phraseOf(expected: string, actual: string): string | undefined {
  for (const [ofExpected, ofActual, sentence] of PHRASES) {
    const wanted = ofExpected.exec(expected);
    const came = ofActual.exec(actual);
    if (wanted === null || came === null) continue;
    return sentence.replace(/([$@])(\d)/g, (_, sign: string, group: string) =>
      sign === '$'
        ? excerpt(wanted[Number(group)] ?? '', EXPECTED_LENGTH)
        : excerpt(came[Number(group)] ?? '', ACTUAL_LENGTH),
    );
  }
  return undefined;
}
