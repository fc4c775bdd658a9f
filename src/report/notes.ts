import type { RunReport } from '../schema/types.js';
import { count } from './html/text.js';

/** What every report says besides verdicts and numbers: a name and a line each. */
export function notes(report: RunReport): readonly (readonly [name: string, line: string])[] {
  const { notConfigured, preflight, target, http2 = [] } = report;
  const met = stability(report);
  return [
    ...(target.insecure
      ? [['Insecure', 'certificates were not verified, so the server may be an impostor'] as const]
      : []),
    ...(target.proxy === undefined
      ? []
      : [['Proxy', `requests went through ${target.proxy}${around(target)}`] as const]),
    ...(http2.length === 0 ? [] : [['HTTP/2', `offered by ${http2.join(', ')}; tested over HTTP/1.1`] as const]),
    ...(met === '' ? [] : [['Stability', met] as const]),
    ...preflight.map((line) => ['Preflight', line] as const),
    ...(notConfigured.length === 0
      ? []
      : [
          [
            'Not tested',
            `not configured: ${notConfigured.map(({ interface: name, reason }) => `${name} (${reason})`).join(', ')}`,
          ] as const,
        ]),
  ];
}

const around = ({ direct = [] }: RunReport['target']): string =>
  direct.length === 0 ? '' : `, except those to ${direct.join(', ')}`;

/** Error statuses and lost responses, by kind; empty where there were none. */
function stability({ requests: { again, troubles }, unstable }: RunReport): string {
  const kinds = Object.entries(troubles).map(([kind, times]) =>
    /^\d+$/.test(kind)
      ? `${count(times, 'response')} ${times === 1 ? 'was' : 'were'} HTTP ${kind}`
      : `${count(times, 'request')} failed (${kind})`,
  );
  const retried = `unstable: ${count(again, 'response')} came only on a retry`;
  return [...(unstable ? [retried] : []), ...kinds].join('; ');
}
