import { prioritiesOf } from '../../src/harness/suite.js';

/**
 * How many defects the requests of each check are expected to find; made by `npm run bench
 * priorities`.
 */
export const priorities = prioritiesOf(`
platform.walk.complete 1:10
platform.page.current 1:4.3
platform.page.parameters 2:3.1 1:0.69
platform.page.limit 2:3
platform.page.cursor 3:1.6
platform.page.methods 2:0.3
platform.walk.full-last-page 3:0.23
platform.walk.collections 3:0.23
`);
