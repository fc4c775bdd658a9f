import { type EventLoopUtilization, monitorEventLoopDelay, performance } from 'node:perf_hooks';

/** How the generator itself was doing over an interval. */
export interface Reading {
  /** Milliseconds beyond the resolution of the sampling. */
  readonly loopDelayP99: number;
  /** Share of time that the event loop was busy. */
  readonly utilization: number;
  /** Cores used by the process. */
  readonly cpu: number;
  readonly rssMb: number;
}

export interface Gauge {
  /** What happened since the last reading. */
  read(): Reading;
  stop(): void;
}

const RESOLUTION_MS = 10;

export function startGauge(): Gauge {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  let loop: EventLoopUtilization = performance.eventLoopUtilization();
  let cpu = process.cpuUsage();
  let at = performance.now();
  return {
    read: () => {
      const now = performance.now();
      const nextLoop = performance.eventLoopUtilization();
      const nextCpu = process.cpuUsage();
      const used = (nextCpu.user + nextCpu.system - cpu.user - cpu.system) / 1000;
      const reading = {
        loopDelayP99: Math.max(0, Math.round((delay.percentile(99) / 1e6 - RESOLUTION_MS) * 1000) / 1000),
        utilization: share(performance.eventLoopUtilization(nextLoop, loop).utilization),
        cpu: share(used / Math.max(1, now - at)),
        rssMb: Math.round(process.memoryUsage.rss() / 1e5) / 10,
      };
      delay.reset();
      loop = nextLoop;
      cpu = nextCpu;
      at = now;
      return reading;
    },
    stop: () => delay.disable(),
  };
}

const share = (value: number): number => Math.round(value * 1000) / 1000;
