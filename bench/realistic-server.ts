import { startReference } from '../src/reference/index.js';
import { variant } from '../src/reference/variants/index.js';
import { realisticProducts } from './realistic-products.js';

// The vendor's side of the bench on realistic data, in a process of its own: JSON as PHP writes it,
// with escaped slashes and \u escapes. It sends the target of the export interface to the process
// that forked it, and ends with that process.

const reference = await startReference({
  ...variant('wire.escaped-unicode').options,
  records: realisticProducts(),
});
const { name, allow, export: products } = reference.target;
process.send?.({ name, allow, export: products });
process.on('disconnect', () => void reference.close());
