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
        summary: 'List alerts',
        description:
          'Returns firing and resolved alerts, newest first. To follow changes live, listen to `GET /events` for events of kind `alert`. API tokens limited to projects don’t see alerts about servers.',
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
      schema: {
        operationId: 'getAlert',
        tags,
        summary: 'Get an alert',
        description: 'Returns one alert with what was measured and what to do about it.',
        params: AlertParams,
        response: { 200: Alert },
      },
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
        summary: 'Acknowledge an alert',
        description:
          'Shows the other members that you’re working on it. The alert keeps firing until Longshore finds the problem gone. Acknowledging it again has no effect, and a resolved alert responds with 409.',
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
        summary: 'Get the alert settings',
        description: 'Returns every rule with its thresholds, including rules that you never changed.',
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
        summary: 'Change alert rules',
        description:
          'Changes thresholds or turns rules on and off. Anything you leave out stays as it is. Changes apply to all servers and take effect within seconds.',
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
