import { worthOf } from '../../src/harness/worth.js';

/**
 * What the checks are expected to find: so many requests, and how many defects each of them finds that those before it do
 * not. Made by `npm run bench worth`.
 */
export const worth = worthOf(`
export.route.legacy-parameters 1:27 1:0.63 1:0.63 3:0.21
export.auth.header-only 1:11 1:0.69 1:0.69 1:0.69
export.root.token-ignored 1:9
export.route.comma 1:8.9 1:0.73 1:0.73 1:0.61
export.filter.literals-present 1:8.5
export.group.distinct 1:7.8 5:0.23
export.filter.random 1:7.6 1:4
export.route.unknown 1:7.2 5:0.41
export.auth.destination-missing 1:7.2 3:0.46
export.error.jsonapi-no-data 1:7.2
export.auth.other-destination 1:4.9
export.auth.token-characters 1:4.6 8:0.27 1:1.1 5:0.11
export.auth.destination-format 1:4.5 5:0.25 7:0.27
export.filter.blank-encoding 1:4.1 1:2.7 1:0.76
export.filter.greater 1:3.8
export.negotiation.none 1:3.1
export.auth.legacy-destination 2:3 3:0.22
export.auth.v2-header-ignored 1:3 2:1.1
export.filter.paged 2:2.9
export.route.filtered-parameters 2:2.9
export.error.jsonapi 4:2.8
export.route.filtered 2:2.6 8:0.076 1:0.61 2:0.3
export.error.no-data 2:2.5
export.filter.literals-absent 1:2.5
export.auth.token-near 1:2.4 2:0.76 8:0.063 7:0.14 3:0.17
export.filter.like 3:2.3 3:0.18
export.paging.windows 4:2.2
export.route.legacy 1:2.1
export.filter.ilike 1:2 2:0.32
export.filter.in 4:2
export.filter.algebra 3:1.9 7:0.11 2:0.38
export.sort.order 2:1.8
export.filter.null 2:1.8
export.filter.between 2:1.7
export.error.plain 2:1.7
export.error.route-path 3:1.7
export.list.total 3:1.6
export.auth.token-missing 3:1.6
export.filter.equal 4:1.6
export.negotiation.legacy 6:1.5
export.generated 1:1.5 1:1.5 1:1.5 1:1.5 1:1.4 1:1.4 1:1.4 1:1.3 1:1.3 1:1.3 1:1.2 1:1.2 1:1.2 1:1.1 1:1.1 1:1 1:1 1:0.96 1:0.92 1:0.89 1:0.85 1:0.82 1:0.78 1:0.75 1:0.72 1:0.69 1:0.66 1:0.64 1:0.61 1:0.59 1:0.56 1:0.54 1:0.52 1:0.5 1:0.48 1:0.46 1:0.44 1:0.76 1:0.41 1:0.4 3:0.4 1:0.34 1:0.33 1:0.59 1:0.31 1:0.3 1:0.29 1:0.28 2:0.29 1:0.26 1:0.25 1:0.24 1:0.23 1:0.23 1:0.22 1:0.21 2:0.29 1:0.2 1:0.19 6:0.19 1:0.16 1:0.15 1:0.15 1:0.15 1:0.14 1:0.14 1:0.14 1:0.13 1:0.13 1:0.13 1:0.12 1:0.12 1:0.12 1:0.12 1:0.11 1:0.11 1:0.11 1:0.11 1:0.1 1:0.1 1:0.1 1:0.098 1:0.096 1:0.094 1:0.092 1:0.09 1:0.088 1:0.087
export.auth.path-without-token 2:1.5 4:0.73 1:0.56 1:0.56
export.root.status 1:1.4
export.error.titles 2:1.4
export.negotiation.plain 1:1.4
export.list.window 2:1.4
export.list.repeatable 1:1.4
export.sort.same-records 1:1.4
export.filter.group-default 1:1.4
export.filter.top-default 1:1.4
export.filter.or-and-or 1:1.4
export.auth.destination-wide 4:1.1 2:0.76 2:0.33
export.auth.wrong-despite 1:1
export.list.bare-array 1:0.85
export.filter.grouped 1:0.69
export.filter.top-and 2:0.65
export.auth.token-foreign 1:0.51 1:0.51 1:0.51
export.auth.header-case 4:0.3
export.auth.no-echo 4:0.3
export.error.media-type 2:0.3
export.error.www-authenticate 2:0.3
export.negotiation.case 2:0.3
export.filter.less 2:0.3
export.filter.not-equal 3:0.2
export.filter.not-in 3:0.19
`);
