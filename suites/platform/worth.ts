import { worthOf } from '../../src/harness/check.js';

/**
 * What the checks are expected to find: so many requests, and how many defects each of them finds that those before it do
 * not. Made by `npm run bench worth`.
 */
export const worth = worthOf(`
platform.walk.complete 1:10
platform.page.current 1:4.3
platform.page.parameters 2:3.1 1:0.69
platform.page.limit 2:3
platform.page.cursor 3:1.6
platform.page.methods 2:0.3
platform.walk.full-last-page 3:0.23
platform.walk.collections 3:0.23
`);
