import { packageVersion } from '../schema/package-version.js';

export const toolVersion = (): string => packageVersion();
