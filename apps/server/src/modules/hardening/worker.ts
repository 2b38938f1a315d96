import type { BackgroundLoop } from '../../platform/durable/loop.ts'
import type { AnyWorkflow } from '../../platform/durable/workflow.ts'
import type { Log } from '../../platform/log/log.ts'
import { createScanSchedule } from './security-scans.poller.ts'
import { createHardenServer, createPlanHardening } from './workflow/harden.workflow.ts'
import type { HardeningDeps } from './workflow/hardening.context.ts'
import { createScanSecurity } from './workflow/scan.workflow.ts'

export interface HardeningWorkerOptions extends HardeningDeps {
  log: Log
  /** Interval between two scans of a server; zero: only on request. */
  scanEveryMs: number
}

export interface HardeningWorker {
  workflows: AnyWorkflow[]
  /** Not started. */
  loops: BackgroundLoop[]
}

export function createHardeningWorker({ log, scanEveryMs, ...deps }: HardeningWorkerOptions): HardeningWorker {
  return {
    workflows: [
      createHardenServer(deps),
      createPlanHardening(deps),
      createScanSecurity({ access: deps.access, everyMs: scanEveryMs }),
    ],
    loops: [createScanSchedule({ database: deps.database, log })],
  }
}
