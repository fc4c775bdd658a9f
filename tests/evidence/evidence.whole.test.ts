import { areShown, REST } from './shown.js';

areShown(REST);
