import { areShown, FEW } from './shown.js';

areShown(FEW);
