import type { LoadReport } from '../../schema/types.js';

/** What to know of the way to the target, a line each; none where it was the plain one. */
export const routeOf = ({ proxy, insecure }: LoadReport['target']): readonly string[] => [
  ...(proxy === undefined ? [] : [`requests went through the proxy ${proxy}, whose time is part of the figures`]),
  ...(insecure ? ['certificates were not checked: whoever answered may be somebody else'] : []),
];
