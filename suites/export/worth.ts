import { worthOf } from '../../src/harness/check.js';

/** How many defects so many requests of each check are expected to find; made by `npm run bench worth`. */
export const worth = worthOf(`
export.route.legacy-parameters 1:31 1:0.63 1:0.63 3:0.21
export.filter.top-or 1:19
export.auth.header-only 1:12 2:0.34 2:0.34
export.route.comma 1:12 2:0.3
export.filter.group-or 1:11
export.root.token-ignored 1:9.1
export.auth.destination-missing 2:8.2
export.route.unknown 1:8.1 5:0.41
export.group.distinct 1:7.9 5:0.23
export.filter.random 1:7.6 1:2.7
export.auth.token-characters 1:5.8 6:0.45
export.auth.token-near 2:5.1 1:1 8:0.063 7:0.14 3:0.17
export.error.no-data 1:4.7
export.auth.destination-format 1:4.6 6:0.31 5:0.25
export.filter.blank-encoding 1:4 1:0.76 1:0.76 5:0.16
export.auth.v2-header-ignored 2:3.8 1:0.8
export.filter.literals-absent 1:3.7
export.negotiation.none 1:3.2
export.route.filtered-parameters 2:3
export.error.jsonapi 2:2.6
export.auth.other-destination 2:2.5
export.filter.null 2:2.3
export.filter.paged 2:2.2
export.route.legacy 1:2.2
export.filter.ilike 1:2.2 1:0.63 1:0.63
export.route.filtered 1:2.1 1:0.61 8:0.076 1:0.61 2:0.3
export.filter.or-and-or 1:2.1
export.paging.windows 3:2.1
export.filter.algebra 3:2 8:0.095 2:0.38
export.filter.in 4:2
export.filter.like 3:1.9 3:0.18
export.auth.legacy-destination 6:1.9
export.filter.between 2:1.9
export.error.plain 2:1.8
export.error.titles 8:1.7
export.list.total 3:1.7
export.filter.equal 4:1.7
export.auth.path-without-token 1:1.7 1:1.2 4:0.73 1:0.56 1:0.56
export.negotiation.legacy 6:1.7
export.generated 1:1.6 1:1.6 1:1.6 1:1.6 1:1.6 1:1.6 1:1.5 1:1.5 1:1.4 1:1.4 1:1.4 1:1.3 1:1.3 1:1.2 1:1.2 1:1.1 1:1.1 1:1.1 1:1 1:0.97 1:0.93 1:0.9 1:0.86 1:0.82 1:0.79 1:0.76 1:0.73 1:0.7 1:0.67 1:0.64 1:0.62 1:0.59 1:0.57 1:0.55 1:0.53 1:0.51 1:0.49 1:0.47 1:0.45 1:0.76 1:0.42 1:0.41 3:0.4 1:0.35 1:0.34 1:0.33 1:0.32 1:0.31 1:0.3 1:0.29 1:0.28 1:0.27 1:0.26 1:0.26 2:0.29 1:0.23 1:0.23 1:0.22 1:0.22 1:0.21 1:0.2 1:0.2 1:0.19 1:0.19 1:0.18 1:0.18 1:0.17 1:0.17 1:0.16 1:0.16 1:0.16 1:0.15 1:0.15 1:0.15 1:0.14 1:0.14 1:0.14 1:0.13 4:0.15 1:0.12 1:0.12 1:0.11 1:0.11 1:0.11 1:0.11 1:0.11 1:0.1 1:0.1 1:0.099 1:0.097 1:0.095 1:0.093 1:0.092
export.sort.order 6:1.6
export.root.status 1:1.5
export.auth.token-missing 1:1.5
export.error.route-path 1:1.5
export.negotiation.plain 1:1.5
export.list.window 2:1.5
export.list.repeatable 1:1.5
export.sort.same-records 1:1.5
export.filter.greater 1:1.5
export.filter.group-default 1:1.5
export.filter.top-default 1:1.5
export.auth.wrong-despite 1:1
export.auth.destination-wide 4:0.94 2:0.76 1:0.67
export.list.bare-array 1:0.85
export.filter.grouped 1:0.69
export.error.jsonapi-no-data 1:0.67
export.filter.not-between 1:0.65
export.filter.not-ilike 1:0.63
export.filter.top-and 1:0.61
export.filter.literals-present 1:0.53
export.auth.token-foreign 1:0.51 1:0.51 1:0.51
export.auth.header-case 4:0.3
export.auth.no-echo 4:0.3
export.error.media-type 2:0.3
export.error.www-authenticate 2:0.3
export.negotiation.case 2:0.3
export.filter.not-in 3:0.19
`);
