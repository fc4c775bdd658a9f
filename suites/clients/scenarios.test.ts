import { expect, it } from 'vitest';
import { clauses, scenarios, tasks } from './index.js';

it('has permanent ids', () => {
  expect(
    scenarios.map(({ id, clauses: ids, task }) => `${id} ${ids.join(' ')} ${task}`),
  ).toMatchInlineSnapshot(`
    [
      "clients.token.reuse CLI-TOK-1 list-templates 5",
      "clients.token.at-once CLI-TOK-1 list-templates-at-once 8",
      "clients.token.forbidden CLI-TOK-1 list-templates 3",
      "clients.token.request CLI-TOK-2 list-templates 1",
      "clients.token.request-encoded CLI-TOK-2 list-templates 1",
      "clients.token.renewal-grant CLI-TOK-2 list-templates-for 5",
      "clients.token.refused-grant CLI-TOK-2 list-templates 2",
      "clients.token.renewal CLI-TOK-3 list-templates-for 5",
      "clients.token.refused-once CLI-TOK-4 list-templates 3",
      "clients.token.refused-at-once CLI-TOK-4 list-templates-at-once 8",
      "clients.token.refused-twice CLI-TOK-5 list-templates 1",
      "clients.token.secret-place CLI-TOK-6 list-templates 3",
      "clients.token.redirect CLI-TOK-6 list-templates 1",
      "clients.token.redirect-call CLI-TOK-6 list-templates 1",
      "clients.token.bearer CLI-TOK-7 list-templates 2",
      "clients.token.wrong-secret CLI-TOK-8 list-templates 1",
      "clients.token.too-many-requests CLI-TOK-8 list-templates 1",
      "clients.token.unavailable CLI-TOK-8 list-templates 1",
      "clients.token.unavailable-until CLI-TOK-8 list-templates 1",
      "clients.token.unavailable-silent CLI-TOK-8 list-templates 1",
      "clients.export.headers-products CLI-EXP-1 export-all 10",
      "clients.export.headers-legacy CLI-EXP-1 export-legacy",
      "clients.export.headers-legacy-filtered CLI-EXP-1 export-legacy-filtered color red",
      "clients.export.paging-full-last-page CLI-EXP-2 export-all 5",
      "clients.export.paging-short-last-page CLI-EXP-2 export-all 5",
      "clients.export.paging-one-more CLI-EXP-2 export-all 5",
      "clients.export.paging-one-page CLI-EXP-2 export-all 5",
      "clients.export.paging-empty CLI-EXP-2 export-all 5",
      "clients.export.paging-many-pages CLI-EXP-2 export-all 5",
      "clients.export.paging-shrinking CLI-EXP-2 export-all 5",
      "clients.export.paging-fewer CLI-EXP-2 export-all 5",
      "clients.export.reads-plain-error CLI-EXP-3 export-read-error application/json",
      "clients.export.reads-plain-message CLI-EXP-3 export-read-error application/json",
      "clients.export.reads-json-api CLI-EXP-3 export-read-error application/vnd.api+json",
      "clients.platform.last-of-page-zero CLI-PLT-1 walk projects 4",
      "clients.platform.last-of-page-null CLI-PLT-1 walk projects 4",
      "clients.platform.last-of-page-last-id CLI-PLT-1 walk projects 4",
      "clients.platform.last-of-page-empty-page CLI-PLT-1 walk projects 4",
      "clients.platform.last-of-page-short CLI-PLT-1 walk projects 4",
      "clients.platform.first-of-next-zero CLI-PLT-1 walk projects 4",
      "clients.platform.first-of-next-null CLI-PLT-1 walk projects 4",
      "clients.platform.first-of-next-last-id CLI-PLT-1 walk projects 4",
      "clients.platform.first-of-next-empty-page CLI-PLT-1 walk projects 4",
      "clients.platform.first-of-next-short CLI-PLT-1 walk projects 4",
      "clients.platform.many-pages CLI-PLT-1 walk projects 4",
      "clients.platform.empty CLI-PLT-1 walk projects 4",
      "clients.platform.endless CLI-PLT-1 walk projects 4",
      "clients.platform.endless-empty CLI-PLT-1 walk projects 4",
    ]
  `);
});

it('asks something of every clause, once under each id, in words that tasks.ts explains', () => {
  const ids = scenarios.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const asked = new Set<string>(scenarios.flatMap((scenario) => scenario.clauses));
  expect(Object.keys(clauses).filter((id) => !asked.has(id))).toEqual([]);
  const known = Object.keys(tasks).map((task) => task.split(' ')[0]);
  expect(
    scenarios.filter(({ task }) => !known.includes(task.split(' ')[0])).map(({ task }) => task),
  ).toEqual([]);
});
