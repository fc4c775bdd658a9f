import { areShown, REST } from './shown.js';

/** The nightly run takes all. */
const STEP = process.env.ASSAY_NIGHTLY === undefined ? 4 : 1;

areShown(REST.filter((_, at) => at % STEP === 0));
