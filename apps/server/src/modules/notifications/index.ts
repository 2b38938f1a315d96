import type { Clock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { HttpServer } from '../../platform/http/server.ts'
import type { LinkClient } from '../../platform/link/link-client.ts'
import type { Sealer } from '../../platform/secrets/seal.ts'
import { registerConnectorRoutes } from './connectors.routes.ts'
import { createConnectorsService } from './connectors.service.ts'
import { registerDeliveryRoutes } from './deliveries.routes.ts'
import { createDeliveriesService } from './deliveries.service.ts'
import { registerLinkRoutes } from './links.routes.ts'
import { createLinksService } from './links.service.ts'
import { createWebhookKeysService } from './webhook-keys.service.ts'

export { notificationProblems } from './notifications.problems.ts'
export { connectorConfiguration, connectorKey } from './sealed-columns.crypto.ts'
export { trashedConnectors } from './trashed-connector.action.ts'

export function createNotificationsModule(options: {
  database: Database
  sealer: Sealer
  clock: Clock
  link: Pick<LinkClient, 'call'>
  publicUrl: string
}): { register(app: HttpServer): void } {
  const connectors = createConnectorsService(options)
  const keys = createWebhookKeysService(options)
  const deliveries = createDeliveriesService(options)
  const links = createLinksService(options)
  return {
    register(app) {
      registerConnectorRoutes(app, { connectors, keys })
      registerDeliveryRoutes(app, deliveries)
      registerLinkRoutes(app, links)
    },
  }
}
