/** Exports the tests of clients to other folders. */

export { BROKEN_CLIENTS } from './broken/broken-clients.js';
export { PlainClient } from './broken/plain-client.js';
export {
  type CertificateAuthority,
  makeCertificateAuthority,
  trustVariables,
} from './certificate-authority.js';
export { serveControl } from './control.js';
export { inProcess } from './in-process.js';
export { launchCommand } from './launch.js';
export { runClient } from './run.js';
export { ClientSession } from './session.js';
export { withoutTargets } from './settings.js';
export { streamOf } from './stream.js';
export { trialOf } from './trial.js';
