/** Front door of the metrics module on the worker's side. */
export { readRecentUse } from './recent-use.ts'

import { Compactor } from './workflow/compactor.ts'
import { Sampler, type SamplerOptions } from './workflow/sampler.ts'

export interface MetricsWorker {
  /** Not started. */
  sampler: Sampler
  /** Not started. */
  compactor: Compactor
}

export function createMetricsWorker(options: SamplerOptions): MetricsWorker {
  return { sampler: new Sampler(options), compactor: new Compactor(options) }
}
