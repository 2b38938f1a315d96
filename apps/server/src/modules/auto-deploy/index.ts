import type { HttpServer } from '../../platform/http/server.ts'
import { registerAutoDeployRoutes, registerDeliveryRoutes } from './auto-deploy.routes.ts'
import { type AutoDeployOptions, createAutoDeployService } from './auto-deploy.service.ts'
import { createDeliveriesService } from './deliveries.service.ts'
import { registerWebhookRoutes } from './webhook.routes.ts'
import { createWebhookInbox } from './webhook-inbox.service.ts'

export { autoDeployProblems } from './auto-deploy.problems.ts'
export { hookSecret } from './webhook-secret.crypto.ts'

export function createAutoDeployModule(options: AutoDeployOptions): { register(app: HttpServer): void } {
  const autoDeploy = createAutoDeployService(options)
  const deliveries = createDeliveriesService(options)
  const inbox = createWebhookInbox(options)
  return {
    register(app) {
      registerAutoDeployRoutes(app, autoDeploy)
      registerDeliveryRoutes(app, deliveries)
      registerWebhookRoutes(app, inbox)
    },
  }
}
