/**
 * Measures how busy the load generator itself is, because a busy generator sends requests too late.
 */

import { readFileSync } from 'node:fs';
import { type EventLoopUtilization, monitorEventLoopDelay, performance } from 'node:perf_hooks';

/** The figures of one interval. */
export interface Reading {
  /** The 99th percentile of the event loop's delay, in milliseconds. */
  readonly loopDelayP99: number;
  /** The share of time in which the event loop was busy. */
  readonly utilization: number;
  /** The average number of cores that the process used. */
  readonly cpu: number;
  readonly rssMb: number;
  /**
   * Milliseconds in which this thread was ready to run but waited for a processor. Measured only on
   * systems with `/proc`.
   */
  readonly waitedMs?: number;
  /**
   * The average number of cores that other processes used. Measured only on systems with `/proc`.
   */
  readonly othersCpu?: number;
}

export interface Gauge {
  /** Returns the figures since the last reading. */
  read(): Reading;
  stop(): void;
}

/** The interval at which the delay of the event loop is sampled. */
const RESOLUTION_MS = 10;
/** `/proc/stat` counts times in this unit on every Linux system on which Node runs. */
const TICK_MS = 10;

export function startGauge(): Gauge {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  let loop: EventLoopUtilization = performance.eventLoopUtilization();
  let cpu = process.cpuUsage();
  let machine = machineTimes();
  let at = performance.now();
  let rssMb = 0;
  return {
    read: () => {
      const now = performance.now();
      const ms = Math.max(1, now - at);
      const nextLoop = performance.eventLoopUtilization();
      const nextCpu = process.cpuUsage();
      const nextMachine = machineTimes();
      rssMb = usedMemoryMb() ?? rssMb;
      const usedMs = (nextCpu.user + nextCpu.system - cpu.user - cpu.system) / 1000;
      const reading = {
        // A measured delay includes the interval of the samples.
        loopDelayP99: Math.max(0, rounded(delay.percentile(99) / 1e6 - RESOLUTION_MS)),
        utilization: rounded(performance.eventLoopUtilization(nextLoop, loop).utilization),
        cpu: rounded(usedMs / ms),
        rssMb,
        ...(machine &&
          nextMachine && {
            waitedMs: rounded(nextMachine.waitedMs - machine.waitedMs),
            othersCpu: rounded(Math.max(0, nextMachine.busyMs - machine.busyMs - usedMs) / ms),
          }),
      };
      delay.reset();
      loop = nextLoop;
      cpu = nextCpu;
      machine = nextMachine;
      at = now;
      return reading;
    },
    stop: () => delay.disable(),
  };
}

/**
 * Returns undefined on systems without `/proc`. `busyMs` is the sum of the times in which the
 * processors were busy.
 */
function machineTimes(): { readonly waitedMs: number; readonly busyMs: number } | undefined {
  try {
    const [, waitedNs = Number.NaN] = readFileSync('/proc/thread-self/schedstat', 'utf8')
      .split(' ')
      .map(Number);
    const [, line = ''] = /^cpu +(.*)$/m.exec(readFileSync('/proc/stat', 'utf8')) ?? [];
    const [user = Number.NaN, nice = 0, system = 0, , , irq = 0, softIrq = 0, steal = 0] = line
      .split(' ')
      .map(Number);
    const busyMs = (user + nice + system + irq + softIrq + steal) * TICK_MS;
    return Number.isFinite(waitedNs + busyMs) ? { waitedMs: waitedNs / 1e6, busyMs } : undefined;
  } catch {
    return undefined;
  }
}

/** Node reads a file to measure the memory. Returns undefined if the file cannot be opened. */
function usedMemoryMb(): number | undefined {
  try {
    return Math.round(process.memoryUsage.rss() / 1e5) / 10;
  } catch {
    return undefined;
  }
}

const rounded = (value: number): number => Math.round(value * 1000) / 1000;
