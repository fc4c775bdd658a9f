import { prioritiesOf } from '../../src/harness/check.js';

/**
 * How many defects the requests of each check are expected to find; made by `npm run bench
 * priorities`.
 */
export const priorities = prioritiesOf(`
export.route.legacy-parameters 1:31 1:1.2 1:0.63 2:0.32 2:0.32
export.filter.top-or 1:23
export.auth.other-destination 1:15
export.auth.header-only 1:12 2:0.34 2:0.34
export.route.comma 1:12 1:2.4
export.root.token-ignored 1:9.4
export.route.unknown 1:8.3 5:0.41
export.group.distinct 1:8.2
export.filter.random 1:7.8 1:2.7 1:1.7
export.error.no-data 1:7.1
export.auth.token-characters 1:6 1:2.1 1:1.1 4:0.27
export.filter.literals-absent 1:6
export.auth.destination-missing 1:5.2 1:3.5
export.auth.token-near 1:5 1:0.51 8:0.063 8:0.13 3:0.17
export.auth.destination-format 1:4.8 6:0.31 5:0.25
export.route.filtered-parameters 2:3.8
export.filter.group-or 1:3.5
export.auth.v2-header-ignored 1:3.4 1:1.6 1:0.8
export.filter.blank-encoding 2:3.1 5:0.16
export.negotiation.none 1:2.6
export.filter.between 1:2.4 1:0.65
export.route.legacy 1:2.4
export.filter.group-default 1:2.3
export.auth.destination-wide 2:2 1:1 3:0.34
export.error.jsonapi 2:1.9
export.root.status 1:1.8
export.route.filtered 1:1.8 1:0.61 8:0.076
export.auth.token-missing 1:1.8 2:0.28 1:0.25
export.error.route-path 1:1.8
export.negotiation.plain 1:1.8
export.negotiation.legacy 1:1.8
export.route.v2 2:2.2
export.negotiation.gzip 2:1.9
export.root.greeting 1:1.8
export.sort.order 1:1.8
export.sort.same-records 1:1.8
export.filter.equal 1:1.8 3:0.2
export.filter.greater 1:1.8
export.filter.like 1:1.8 2:0.83 4:0.14
export.filter.ilike 1:1.8 2:0.32
export.filter.in 1:1.8 1:0.56 2:0.56
export.filter.top-default 1:1.8
export.filter.or-and-or 1:1.8
export.filter.paged 1:1.8
export.generated 1:1.7 1:1.7 1:1.7 1:1.7 1:1.7 1:1.6 1:1.6 1:1.6 1:1.5 1:1.5 1:1.4 1:1.4 1:1.4 1:1.3 1:1.3 1:1.2 1:1.2 1:1.1 1:1.1 1:1 1:0.99 1:0.95 1:0.91 1:0.88 1:0.84 1:0.81 1:0.77 1:0.74 1:0.71 1:0.68 1:0.66 1:0.63 1:0.61 1:0.58 1:0.56 1:0.54 1:0.52 1:0.5 1:0.48 1:0.46 1:0.45 1:0.43 1:0.42 1:0.4 1:0.76 1:0.37 1:0.36 1:0.35 1:0.34 1:0.63 1:0.32 1:0.57 1:0.3 1:0.29 1:0.28 1:0.27 1:0.26 1:0.26 1:0.25 1:0.24 1:0.23 1:0.23 1:0.22 1:0.22 1:0.21 1:0.2 1:0.2 1:0.19 1:0.19 1:0.18 1:0.18 1:0.17 1:0.17 1:0.17 1:0.16 1:0.16 1:0.15 1:0.15 1:0.15 4:0.15 1:0.13 1:0.13 1:0.13 1:0.12 1:0.12 1:0.12 1:0.12 1:0.11 1:0.11 1:0.11 1:0.11 5:0.12 1:0.095 1:0.094 1:0.092 1:0.09 1:0.088
export.list.repeatable 2:1.7
export.auth.path-without-token 1:1.7 1:1.2 4:0.73 1:0.56 1:0.56
export.list.window 2:1.2
export.paging.windows 2:1.2 1:0.57
export.error.plain 2:1.2
export.auth.legacy-destination 2:1.1 4:0.17
export.filter.algebra 3:1.1 8:0.095 2:0.38
export.filter.literals-present 1:1.1
export.auth.wrong-despite 1:1
export.error.titles 2:0.88
export.filter.null 2:0.88
export.list.bare-array 1:0.85
export.filter.grouped 1:0.69
export.error.jsonapi-no-data 1:0.67
export.filter.not-between 1:0.65
export.filter.top-and 1:0.61
export.list.total 3:0.58
export.auth.token-foreign 1:0.51 1:0.51
export.filter.not-in 3:0.19
export.error.media-type 2:0.15
export.error.www-authenticate 2:0.15
export.negotiation.case 2:0.15
export.filter.case 1:0.3
export.auth.header-case 4:0.075
export.auth.no-echo 4:0.075
`);
