import { problems } from '../../platform/http/problem.schemas.ts'
import { etagOf } from '../../platform/http/request-options.ts'
import type { HttpServer } from '../../platform/http/server.ts'
import { pageOf } from '../../platform/pagination/page.schemas.ts'
import { Alert, AlertParams, AlertSettings, AlertSettingsBody, AlertsQuery } from './alerts.schemas.ts'
import type { AlertsService } from './alerts.service.ts'

const tags = ['alerts']

export function registerAlertRoutes(app: HttpServer, alerts: AlertsService): void {
  app.get(
    '/alerts',
    {
      config: { permission: 'alerts:read', scope: 'visible' },
      schema: {
        operationId: 'listAlerts',
        tags,
        summary: 'What is or was wrong',
        description:
          'One entry for each time, from its beginning to its end. `GET /events` tells both with the kind `alert`.',
        querystring: AlertsQuery,
        response: { 200: pageOf(Alert) },
      },
    },
    async (request) => await alerts.list(request.actor, request.query),
  )
  app.get(
    '/alerts/:id',
    {
      config: { permission: 'alerts:read', scope: 'visible' },
      schema: { operationId: 'getAlert', tags, summary: 'One alert', params: AlertParams, response: { 200: Alert } },
    },
    async (request) => await alerts.get(request.actor, request.params.id),
  )
  app.post(
    '/alerts/:id/acknowledge',
    {
      config: { permission: 'alerts:write', scope: 'visible' },
      schema: {
        operationId: 'acknowledgeAlert',
        tags,
        summary: 'Say that somebody takes care of it',
        description: 'The others see who. It ends by itself when what it tells of is right again.',
        params: AlertParams,
        response: { 200: Alert, ...problems(409) },
      },
    },
    async (request) => await alerts.acknowledge(request.actor, request.params.id),
  )
  registerSettings(app, alerts)
}

function registerSettings(app: HttpServer, alerts: AlertsService): void {
  app.get(
    '/alerts/settings',
    {
      config: { permission: 'alerts:read', scope: 'organization' },
      schema: {
        operationId: 'getAlertSettings',
        tags,
        summary: 'When something counts as wrong',
        response: { 200: AlertSettings },
      },
    },
    async (request, reply) => {
      const settings = await alerts.settings(request.actor)
      reply.header('etag', etagOf(settings.version))
      return settings
    },
  )
  app.patch(
    '/alerts/settings',
    {
      config: { permission: 'alerts:configure', scope: 'organization', versioned: true },
      schema: {
        operationId: 'updateAlertSettings',
        tags,
        summary: 'Change thresholds, or switch rules off',
        description: 'What is not named stays as it is. It counts from the next look, within seconds.',
        body: AlertSettingsBody,
        response: { 200: AlertSettings },
      },
    },
    async (request, reply) => {
      const settings = await alerts.configure(request.actor, request.body.rules)
      reply.header('etag', etagOf(settings.version))
      return settings
    },
  )
}
