export { readRecentUse } from './recent-use.ts'

import type { BackgroundLoop } from '../../platform/durable/loop.ts'
import { createCompactor } from './workflow/compactor.ts'
import { createSampler, type SamplerOptions } from './workflow/sampler.ts'

/** Returns loops that aren't started. */
export function createMetricsLoops(options: SamplerOptions): BackgroundLoop[] {
  const sampler = options.everyMs > 0 ? [createSampler(options)] : []
  return [...sampler, createCompactor(options)]
}
