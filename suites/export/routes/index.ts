import { filteredRoutes } from './filtered.js';
import { openRoutes } from './open.js';
import { productRoutes } from './products.js';
import { unknownRoutes } from './unknown.js';

export { routeParameters } from './parameters.js';
export { welcome } from './welcome.js';

/** The routes to products, clause by clause. */
export const routes = [...productRoutes, ...filteredRoutes, ...unknownRoutes, ...openRoutes];
