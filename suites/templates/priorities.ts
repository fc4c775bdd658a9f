import { prioritiesOf } from '../../src/harness/suite.js';

/**
 * How many defects the requests of each check are expected to find, so that a limited budget is
 * spent on the best ones: `2:2.9 3:0.24` means 2.9 for each of the first two requests, and 0.24 for
 * each of the next three. Made by `npm run bench priorities`.
 */
export const priorities = prioritiesOf(`
templates.discovery.endpoints 1:6.6
templates.discovery.document 1:4.6
templates.token.unsupported-client 1:3.8 1:2.4
templates.bearer.elsewhere 1:3.3
templates.lifetime.reuse 2:2.9 3:0.24
templates.lifetime.retry 3:2.8
templates.bearer.organization 2:2.5 2:0.93
templates.token.wrong-credentials 4:2.4 8:0.5 8:0.17 4:0.34
templates.bearer.garbage 1:1.9
templates.lifetime.revoked 4:1.9
templates.bearer.missing 1:1.4
templates.token.written-otherwise 1:1.4 1:0.69
templates.bearer.alg-none-mixed 1:1
templates.lifetime.expired 1:0.73
templates.bearer.other-algorithms 3:0.68 5:0.1 4:0.25 4:0.13
templates.bearer.path-bypasses 1:0.55 1:0.55 2:0.55 4:0.55 4:0.14 4:0.14
templates.bearer.alg-none 1:0.51
templates.bearer.cut-signature 1:0.51
templates.bearer.foreign-key 1:0.51
templates.bearer.unknown-key 1:0.51
templates.bearer.public-key 1:0.51
templates.bearer.empty-key 1:0.51
templates.bearer.wrong-despite 1:0.51
templates.token.form 2:0.34
templates.token.grant-type 2:0.3
templates.token.query 2:0.3
templates.bearer.basic-scheme 1:0.3
templates.bearer.query 1:0.3
templates.token.two-ways 1:0.05
templates.token.twice 1:0.05
templates.token.unreadable-basic 1:0.05
templates.token.real-clients 1:0.05
templates.bearer.real-clients 1:0.05
`);
