/** The command `assay explain ID`: prints a clause, a check or a defect. */

import { clientsSuite } from '../../../suites/clients/index.js';
import { suites as serverSuites } from '../../../suites/index.js';
import { defined } from '../../defined.js';
import { leastOf, mostOf } from '../../harness/index.js';
import { textOfValue } from '../../schema/json-value.js';
import { FAULTS } from '../../selftest/faults.js';
import { EXIT, type ExitCode, type Io } from '../io.js';
import { knownNames } from '../known-name.js';
import { definingFile } from './defining-file.js';

const suites = [...serverSuites, clientsSuite];

export function explainCommand(
  id: string,
  { json = false }: { readonly json?: boolean },
  io: Io,
): ExitCode {
  const names = [
    ...suites.flatMap((suite) => [
      ...Object.keys(suite.clauses),
      ...suite.checks.map((check) => check.id),
    ]),
    ...FAULTS.map((defect) => defect.id),
  ];
  const found = knownNames('clause, check or defect', id, names).map(
    (name) => clauseOf(name) ?? checkOf(name) ?? defectOf(name) ?? {},
  );
  const [first] = found;
  io.out(
    json
      ? `${JSON.stringify(found.length === 1 ? first : found, null, 2)}\n`
      : found.map(asLines).join('\n'),
  );
  return EXIT.holds;
}

const asLines = (explained: object): string =>
  Object.entries(explained)
    .map(([name, value]) => {
      const label = name === 'judging' ? 'testing' : name;
      const text = [value].flat().map(textOfValue).join(', ');
      return `${label.padEnd(10)} ${text}\n`;
    })
    .join('');

const isSameId = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

function clauseOf(id: string): object | undefined {
  for (const suite of suites) {
    const found = Object.entries(suite.clauses).find(([name]) => isSameId(name, id));
    if (found === undefined) continue;
    const [name, clause] = found;
    const checks = suite.checks
      .filter((check) => check.clauses.includes(name))
      .map((check) => check.id);
    return {
      clause: name,
      interface: suite.interface,
      ...clause,
      means: LEVELS[clause.level],
      checks,
      defects: FAULTS.filter((fault) => fault.clause === name).map((fault) => fault.id),
      ...defined({ file: definingFile(name) }),
    };
  }
  return undefined;
}

const LEVELS = {
  must: 'a violation fails the run',
  should: 'a violation is a warning; with --strict it fails the run',
  open: 'not specified by the document: behaviour is recorded and never fails the run',
} as const;

function checkOf(id: string): object | undefined {
  const found = suites.flatMap((suite) => suite.checks).find((check) => isSameId(check.id, id));
  if (found === undefined) return undefined;
  const { requests, needs, permission } = found;
  const [least, most] = [leastOf(requests), mostOf(requests)];
  const texts = suites.flatMap((suite) =>
    Object.entries(suite.clauses)
      .filter(([name]) => found.clauses.includes(name))
      .map(([name, { text }]) => `${name} ${text}`),
  );
  return {
    check: found.id,
    title: found.title,
    clauses: texts,
    level: found.level,
    requests: least === most ? least : `${least} to ${most}`,
    needs,
    ...defined({ permission }),
    run: isClients(found)
      ? `assay client --scenario ${found.id} -- COMMAND…`
      : `assay run --check ${found.id}`,
  };
}

function defectOf(id: string): object | undefined {
  const found = FAULTS.find((fault) => isSameId(fault.id, id));
  if (found === undefined) return undefined;
  const { interface: name, clause: broken, sentence, severity } = found;
  return {
    defect: found.id,
    interface: name,
    clause: broken,
    severity,
    sentence,
    ...(isClients(found) ? {} : { serve: `assay serve --defect ${found.id}` }),
    selftest: `assay selftest --defect ${found.id}`,
  };
}

const isClients = ({ interface: name }: { readonly interface: string }): boolean =>
  name === 'clients';
