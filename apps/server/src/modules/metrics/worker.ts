import type { BackgroundLoop } from '../../platform/durable/loop.ts'
import { createCompactor } from './metrics-compactor.poller.ts'
import { createSampler, type SamplerOptions } from './metrics-sampler.poller.ts'

/** Returns loops that aren't started. */
export function createMetricsLoops(options: SamplerOptions): BackgroundLoop[] {
  const sampler = options.everyMs > 0 ? [createSampler(options)] : []
  return [...sampler, createCompactor(options)]
}
