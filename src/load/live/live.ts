import type { LoadReport } from '../../schema/types.js';
import { NOTHING, type Output } from '../output/index.js';
import { livePage, reportParts } from '../report/html/index.js';
import { reportSoFar } from './report.js';
import { liveServer, type Shown } from './server.js';
import { Standing } from './standing.js';

export interface LiveOptions {
  /** 0 for any free one. */
  readonly port: number;
  readonly version: string;
  readonly target: LoadReport['target'];
  readonly environment: LoadReport['environment'];
}

export interface Live extends Output {
  /** Shows the report of the whole run. */
  finish(report: LoadReport): void;
}

/** The report in a browser of this machine, while the run goes on. Rejects where the port is taken. */
export async function openLive(options: LiveOptions): Promise<Live> {
  const standing = new Standing();
  const server = await liveServer(options.port, () => livePage(`Load on ${options.target.name}`));
  return {
    observes: NOTHING,
    place: server.url,
    second: ({ plan, point, began }) => {
      standing.take(plan, point);
      const report = reportSoFar(standing, { ...options, startedAt: began });
      if (report) server.update(shown(report));
    },
    finish: (report) => server.update(shown(report)),
    close: server.close,
  };
}

function shown(report: LoadReport): Shown {
  const { main, data } = reportParts(report);
  return { main: main.toString(), data };
}
