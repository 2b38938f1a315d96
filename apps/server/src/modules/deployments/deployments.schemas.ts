/** Shapes of deployments. */
import { z } from 'zod'
import { idOf, Time } from '../../platform/ids/type-id.schemas.ts'

export const deploymentStatuses = [
  'queued', 'preparing', 'building', 'releasing', 'checking', 'switching', 'live', 'cancelling', 'cancelled', 'failed',
  'superseded', 'retired',
] as const // biome-ignore format: a list
export type DeploymentStatus = (typeof deploymentStatuses)[number]

export const deploymentTriggers = ['manual', 'push', 'finalize', 'rollback', 'promotion', 'api', 'schedule'] as const
export type DeploymentTrigger = (typeof deploymentTriggers)[number]

export const DeployedCommit = z.object({
  sha: z.string(),
  message: z.string(),
  author: z.string(),
  committedAt: z.string().nullable(),
})
export type DeployedCommit = z.output<typeof DeployedCommit>

export const DeploymentError = z
  .object({
    code: z.string(),
    title: z.string(),
    detail: z.string(),
    hint: z.string(),
    step: z.string().nullable(),
    exitCode: z.int().optional(),
    logTail: z.string().optional(),
  })
  .meta({ id: 'DeploymentError' })
export type DeploymentError = z.output<typeof DeploymentError>

export const Deployment = z
  .object({
    id: idOf('dep'),
    environmentId: idOf('env'),
    number: z.int(),
    status: z.enum(deploymentStatuses),
    step: z.string().nullable(),
    trigger: z.enum(deploymentTriggers),
    serverId: idOf('srv').nullable(),
    branch: z.string().nullable(),
    commit: DeployedCommit.nullable(),
    images: z
      .record(z.string(), z.string())
      .meta({ description: 'Service → image, by digest where it has one. Empty until they are known.' }),
    waitingFor: z
      .object({ type: z.string(), detail: z.string(), since: Time })
      .nullable()
      .meta({ description: 'What a queued deployment waits for.' }),
    supersededBy: idOf('dep').nullable(),
    rollbackOf: idOf('dep').nullable(),
    promotedFrom: idOf('dep').nullable(),
    canRollBackTo: z.boolean().meta({ description: 'Its images and configuration are kept.' }),
    createdBy: idOf('usr').nullable(),
    warnings: z.array(z.object({ code: z.string(), message: z.string() })),
    error: DeploymentError.nullable(),
    createdAt: Time,
    updatedAt: Time,
    startedAt: Time.nullable(),
    switchedAt: Time.nullable(),
    finishedAt: Time.nullable(),
    durationMs: z.int().nullable(),
    medianDurationMs: z.int().nullable().meta({ description: 'Of the last ten that became live here.' }),
  })
  .meta({ id: 'Deployment' })
export type Deployment = z.output<typeof Deployment>
