import type { FastifyReply } from 'fastify'
import { eventStreamOf, problems } from '../../platform/http/problem.schemas.ts'
import type { HttpServer } from '../../platform/http/server.ts'
import { followRun } from '../../platform/http/sse/follow-stream.ts'
import { RunOutput, RunStep } from '../../platform/http/sse/stream-events.schemas.ts'
import { StreamQuery } from '../../platform/http/sse/stream-query.schemas.ts'
import type { StreamServer } from '../../platform/http/sse/stream-server.ts'
import { encodeId } from '../../platform/ids/type-id.ts'
import { pageOf } from '../../platform/pagination/page.schemas.ts'
import {
  HardenBody,
  HardeningRun,
  HardeningRunParams,
  HardeningRunsQuery,
  HardeningServerParams,
  RevertBody,
} from './harden.schemas.ts'
import type { HardenService } from './harden.service.ts'

const tags = ['security']
const config = { permission: 'servers:write', scope: 'organization', idempotent: true } as const
const response = { 202: HardeningRun, ...problems(409) }

export function registerHardenRoutes(
  app: HttpServer,
  { hardening, streams }: { hardening: HardenService; streams: StreamServer },
): void {
  app.post(
    '/servers/:id/security/harden',
    {
      config,
      schema: {
        operationId: 'hardenServer',
        tags,
        summary: 'Harden a server',
        description:
          'Fixes failed security checks without locking you out: Longshore saves the old settings, starts a timer on the server that restores them, makes the changes, and tries a fresh login. Only if that works, it stops the timer. With `dryRun` it only returns the plan.',
        params: HardeningServerParams,
        body: HardenBody,
        response,
      },
    },
    async (request, reply) => accepted(reply, await hardening.harden(request.actor, request.params.id, request.body)),
  )
  app.post(
    '/servers/:id/security/revert',
    {
      config,
      schema: {
        operationId: 'revertHardening',
        tags,
        summary: 'Revert hardening',
        description:
          'Restores every file, service, and firewall rule to its state before the first hardening run. If a fresh login fails afterwards, the server stays hardened. Installed packages are kept.',
        params: HardeningServerParams,
        body: RevertBody,
        response,
      },
    },
    async (request, reply) => accepted(reply, await hardening.revert(request.actor, request.params.id, request.body)),
  )
  registerReading(app, hardening)
  registerStream(app, hardening, streams)
}

function registerReading(app: HttpServer, hardening: HardenService): void {
  app.get(
    '/servers/:id/security/runs',
    {
      config: { permission: 'servers:read', scope: 'organization' },
      schema: {
        operationId: 'listHardeningRuns',
        tags,
        summary: 'List hardening runs',
        description: 'Returns all hardening runs of a server, including dry runs and reverts, newest first.',
        params: HardeningServerParams,
        querystring: HardeningRunsQuery,
        response: { 200: pageOf(HardeningRun) },
      },
    },
    async (request) => await hardening.list(request.actor, request.params.id, request.query),
  )
  app.get(
    '/servers/:id/security/runs/:runId',
    {
      config: { permission: 'servers:read', scope: 'organization' },
      schema: {
        operationId: 'getHardeningRun',
        tags,
        summary: 'Get a hardening run',
        description: 'Returns one run with its changes, each as a diff, and its result.',
        params: HardeningRunParams,
        response: { 200: HardeningRun },
      },
    },
    async (request) => await hardening.get(request.actor, request.params.id, request.params.runId),
  )
}

function registerStream(app: HttpServer, hardening: HardenService, streams: StreamServer): void {
  app.get(
    '/servers/:id/security/runs/:runId/status',
    {
      config: { permission: 'servers:read', scope: 'organization', stream: true },
      schema: {
        operationId: 'streamHardeningRun',
        tags,
        summary: 'Follow a hardening run',
        description:
          'Sends Server-Sent Events until the run has ended: `status` with the complete run, `step` when a step starts or finishes, `log` with output, and finally `end`.',
        params: HardeningRunParams,
        querystring: StreamQuery,
        response: { 200: eventStreamOf({ status: HardeningRun, step: RunStep, log: RunOutput }) },
      },
    },
    async (request, reply) => {
      const { id, runId } = request.params
      await hardening.get(request.actor, id, runId)
      await followRun(request, reply, streams, { id: runId, query: request.query })
    },
  )
}

function accepted(reply: FastifyReply, run: HardeningRun) {
  const path = `/api/v1/servers/${encodeId('srv', run.serverId)}/security/runs/${encodeId('hrd', run.id)}`
  return reply.code(202).header('location', path).send(run)
}
