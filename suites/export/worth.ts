import { worthOf } from '../../src/harness/worth.js';

/**
 * What the checks are expected to find: so many requests, and how many defects each of them finds that those before it do
 * not. Made by `npm run bench worth`.
 */
export const worth = worthOf(`
export.route.legacy-parameters 2:17 1:7.7 3:0.21
export.route.comma 1:11 1:0.73 1:0.73 1:0.61
export.auth.header-only 1:9.9 1:1.4 1:0.69 3:0.23 5:0.11
export.filter.literals-absent 1:9.3
export.root.status 1:8.9
export.route.unknown 1:8.8 5:0.41
export.error.no-data 1:8.4
export.generated 1:6.5
export.negotiation.none 1:6.3
export.error.titles 2:6 1:3.9
export.filter.between 1:5.6 1:0.65
export.filter.greater 1:5.4
export.route.legacy 1:3.7
export.auth.destination-missing 1:3.7 1:3.4 4:0.34
export.filter.ilike 1:3.6 2:0.32
export.route.filtered 1:3.6 1:1.8 8:0.076 1:0.61 2:0.3
export.filter.blank-encoding 1:3.6 2:2.8
export.filter.in 1:3.6 2:0.84
export.route.filtered-parameters 2:3.3
export.filter.literals-present 1:3.2
export.filter.random 2:3.1 1:1.2
export.auth.destination-format 2:3 6:0.21 7:0.27
export.auth.token-missing 1:3
export.auth.v2-header-ignored 1:3 1:1.6 1:1.5
export.error.route-path 1:3
export.negotiation.plain 1:3
export.list.repeatable 1:3
export.sort.order 1:3 1:0.73 4:0.29
export.sort.same-records 1:3
export.filter.equal 1:3 2:0.3
export.filter.like 1:3 1:1.7 1:1.1 3:0.18
export.filter.group-default 1:3
export.filter.top-default 1:3
export.filter.or-and-or 1:3
export.filter.paged 1:3 1:2.3
export.group.distinct 2:2.4 2:0.29 2:0.29
export.root.token-ignored 2:2.3
export.auth.token-near 2:2 2:0.25 2:0.25 8:0.063 7:0.14 3:0.17
export.filter.null 2:1.9
export.list.window 2:1.8
export.paging.windows 2:1.8
export.auth.token-characters 2:1.8 8:0.067 1:1.1 2:0.8 6:0.18
export.auth.other-destination 2:1.5
export.auth.legacy-destination 2:1.5 4:0.17
export.negotiation.legacy 2:1.5 4:0.18
export.error.jsonapi-no-data 1:1.5
export.auth.path-without-token 2:1.5 6:0.8
export.list.total 3:1.2
export.auth.token-foreign 1:1 2:0.51
export.auth.wrong-despite 1:1
export.error.plain 3:1
export.error.jsonapi 3:1
export.filter.algebra 3:1 6:0.25
export.list.bare-array 1:0.85
export.auth.destination-wide 8:0.82
export.filter.grouped 1:0.69
export.filter.top-and 2:0.65
export.route.borderline-ids 2:0.33
export.filter.not-equal 2:0.3
export.filter.less 2:0.3
export.filter.less-or-equal 2:0.3
export.filter.not-in 2:0.28
export.auth.token-characters-random 2:0.27 3:0.18
export.error.media-type 2:0.15
export.error.www-authenticate 2:0.15
export.negotiation.case 2:0.15
export.auth.header-case 4:0.075
export.auth.no-echo 4:0.075
`);
