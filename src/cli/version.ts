import { packageVersion } from '../schema/package-version.js';

/** The version of Assay from package.json. */
export const toolVersion = (): string => packageVersion();
