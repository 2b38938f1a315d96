import type { Database } from '../../platform/database/database.ts'
import type { BackgroundLoop } from '../../platform/durable/loop.ts'
import type { LinkHandler } from '../../platform/link/call.ts'
import type { Log } from '../../platform/log/log.ts'
import { createFetchTemplateCall } from './calls/fetch-template.call.ts'
import { createFirstBackupsPoller } from './first-backups.poller.ts'
import type { RepositoryWork } from './template-folder.remote.ts'

export { isFromElsewhere } from './environment-templates.repository.ts'

export interface CatalogWorker {
  calls: LinkHandler[]
  loops: BackgroundLoop[]
}

export function createCatalogWorker(options: RepositoryWork & { database: Database; log: Log }): CatalogWorker {
  return { calls: [createFetchTemplateCall(options)], loops: [createFirstBackupsPoller(options)] }
}
