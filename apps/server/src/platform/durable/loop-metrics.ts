/** Metrics about the loops of this process. */
import { Counter, Gauge, type Registry } from 'prom-client'
import type { LoopHealth } from './loop.ts'

export function registerLoopMetrics(registry: Registry, healthOfLoops: () => readonly LoopHealth[]): void {
  const shared = { labelNames: ['loop'], registers: [registry] }
  new Gauge({
    ...shared,
    name: 'longshore_loop_idle_seconds',
    help: 'Seconds since the last successful round of a background loop',
    collect() {
      for (const { name: loop, idleSeconds } of healthOfLoops()) this.set({ loop }, idleSeconds)
    },
  })
  const counters = { failures: 'Failed rounds and visits', restarts: 'Rounds and visits that hung and were abandoned' }
  for (const key of ['failures', 'restarts'] as const)
    new Counter({
      ...shared,
      name: `longshore_loop_${key}_total`,
      help: counters[key],
      collect() {
        this.reset()
        for (const { name: loop, [key]: count } of healthOfLoops()) this.inc({ loop }, count)
      },
    })
}
