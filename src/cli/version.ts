import { packageVersion } from '../schema/package-version.js';

/** The version in package.json. */
export const toolVersion = (): string => packageVersion();
