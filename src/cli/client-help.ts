import { NOT_IMPLEMENTED } from '../../suites/clients/scenario.js';
import { tasks } from '../../suites/clients/tasks.js';

/** What `assay client --help` adds: what a client finds in its environment and may be asked to do. */
export const clientHelp = `
COMMAND is run once for each scenario, in a home folder of its own. It finds the addresses and credentials in its
environment, under the names of the target settings (EXPORT_BASE_URL, AUTH_URL, ETM_CLIENT_ID …), and what to do in
ASSAY_TASK:
${Object.entries(tasks)
  .map(([task, meaning]) => `  ${task.padEnd(38)} ${meaning}`)
  .join('\n')}
Ids and error texts are read from stdout, errors from stderr too; other lines are free. Exit code 0 says that the task is
done, ${NOT_IMPLEMENTED} that the client does not do such tasks: the scenario is skipped. A client that crashes, does less than it was
asked, or has to be stopped fails.
`;
