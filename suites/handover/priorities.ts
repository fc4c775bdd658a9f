import { prioritiesOf } from '../../src/harness/suite.js';

/**
 * How many defects the requests of each check are expected to find; made by `npm run bench
 * priorities`.
 */
export const priorities = prioritiesOf(`
handover.auth.missing 1:6.1
handover.transfer.message 1:5.7
handover.transfer.complete 4:2.8
handover.auth.invalid 2:1.4
handover.auth.path-bypasses 1:0.52 1:0.52 1:0.52 7:0.45
handover.transfer.unauthorized 13:0.39
`);
