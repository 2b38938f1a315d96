/** Shapes of deployments. */
import { z } from 'zod'
import { idOf, Time } from '../../platform/ids/type-id.schemas.ts'
import { PageQuery } from '../../platform/pagination/page.schemas.ts'
import { ServiceName } from '../environments/services.schemas.ts'
import { BranchName, PinnedImage } from '../environments/source-names.schemas.ts'

export const deploymentStatuses = [
  'queued', 'preparing', 'building', 'releasing', 'checking', 'switching', 'live', 'cancelling', 'cancelled', 'failed',
  'superseded', 'retired',
] as const // biome-ignore format: a list
export type DeploymentStatus = (typeof deploymentStatuses)[number]

export const deploymentTriggers = [
  'manual', 'push', 'preview', 'finalize', 'rollback', 'promotion', 'api',
] as const // biome-ignore format: a list
export type DeploymentTrigger = (typeof deploymentTriggers)[number]

export const DeployedCommit = z.object({
  sha: z.string(),
  message: z.string(),
  author: z.string(),
  committedAt: z.string().nullable(),
})
export type DeployedCommit = z.output<typeof DeployedCommit>

export const DeploymentWarning = z.object({ code: z.string(), message: z.string() })
export type DeploymentWarning = z.output<typeof DeploymentWarning>

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
    warnings: z.array(DeploymentWarning),
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

export const stepStatuses = [
  'pending', 'running', 'succeeded', 'failed', 'undone', 'not_undone', 'skipped',
] as const // biome-ignore format: a list

export const DeploymentStep = z
  .object({
    name: z.string(),
    status: z.enum(stepStatuses),
    attempt: z.int(),
    startedAt: Time.nullable(),
    finishedAt: Time.nullable(),
    durationMs: z.int().nullable(),
    medianMs: z.int().nullable().meta({ description: 'Of the last ten deployments that became live here.' }),
    detail: z.string().nullable(),
  })
  .meta({ id: 'DeploymentStep' })
export type DeploymentStep = z.output<typeof DeploymentStep>

export const DeploymentPath = z.strictObject({ id: idOf('env'), did: idOf('dep') })

const Commit = z
  .string()
  .regex(/^[0-9a-f]{7,64}$/, 'must be the hash of a commit, in lower case')
  .meta({ example: '4b825dc642cb6eb9a060e54bf8d69288fbee4904' })

export const NewDeploymentBody = z
  .strictObject({
    commit: Commit.optional().meta({ description: 'Default: the tip of the branch.' }),
    branch: BranchName.optional().meta({ description: 'Default: the branch of the environment.' }),
    clearCache: z.boolean().default(false).meta({ description: 'Builds everything anew.' }),
    images: z
      .record(ServiceName, PinnedImage)
      .optional()
      .meta({ description: 'Service → image by digest, built in CI: nothing is built for these services.' }),
  })
  .meta({ id: 'DeploymentRequest' })
export type NewDeploymentBody = z.output<typeof NewDeploymentBody>

export const DeploymentsQuery = PageQuery.extend({
  status: z.enum(deploymentStatuses).optional(),
  branch: BranchName.optional(),
})
export type DeploymentsQuery = z.output<typeof DeploymentsQuery>
