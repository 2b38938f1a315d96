import { z } from 'zod'
import { idOf, Time } from '../../platform/ids/type-id.schemas.ts'
import { PageQuery } from '../../platform/pagination/page.schemas.ts'
import { ServiceName } from '../environments/services.schemas.ts'
import { BranchName, PinnedImage } from '../environments/source-names.schemas.ts'
import { DeployedCommit } from '../workloads/release.schemas.ts'
import { Diagnosis } from './diagnosis.schemas.ts'

export const deploymentStatuses = [
  'queued', 'preparing', 'building', 'releasing', 'checking', 'switching', 'live', 'cancelling', 'cancelled', 'failed',
  'superseded', 'retired',
] as const // biome-ignore format: a list
export type DeploymentStatus = (typeof deploymentStatuses)[number]

export const deploymentTriggers = [
  'manual', 'push', 'preview', 'finalize', 'rollback', 'promotion', 'api', 'schedule', 'recovery',
] as const // biome-ignore format: a list
export type DeploymentTrigger = (typeof deploymentTriggers)[number]

export const DeploymentWarning = z.object({
  code: z.string().meta({ description: 'Stable code that programs can match on.', example: 'data_stays' }),
  message: z.string().meta({
    description: 'What to be aware of, for people.',
    example: 'Code, images, settings and variables return to #12. Databases and volumes keep what they hold.',
  }),
})
export type DeploymentWarning = z.output<typeof DeploymentWarning>

export const DeploymentError = z
  .object({
    code: z.string().meta({
      description: 'Stable code that programs can match on. The deployment failures reference lists all of them.',
      example: 'health_check_failed',
    }),
    title: z.string().meta({ description: 'Short headline for people.', example: 'The health check failed' }),
    detail: z.string().describe('What happened, with the names and numbers of this deployment.'),
    hint: z.string().describe('What to do before you deploy again.'),
    step: z.string().nullable().meta({
      description: 'Step that failed; null if it failed before the first step.',
      example: 'check-health',
    }),
    exitCode: z.int().optional().meta({ description: 'Exit code of the program that failed, if one did.', example: 1 }),
    logTail: z
      .string()
      .optional()
      .describe('Last lines of output before the failure, with secrets masked. Missing if there was no output.'),
  })
  .meta({ id: 'DeploymentError', description: 'Why a deployment failed.' })
export type DeploymentError = z.output<typeof DeploymentError>

const statusMeanings =
  '`queued`: waits for its turn; see `waitingFor`. `preparing`: Longshore fetches the commit and plans the work. `building`: images are built or pulled. `releasing`: databases and volumes are set up, the release command runs, and the new version starts next to the old one. `checking`: the new version must pass its health checks. `switching`: traffic moves to the new version, which must stay up for a while. `live`: it has the traffic. `cancelling`: its changes are being undone. `cancelled`: it was canceled before it got traffic. `failed`: see `error`; the previous version keeps running. `superseded`: a newer deployment replaced it in the queue. `retired`: it was live until a newer one took over.'
const DeploymentStatusName = z.enum(deploymentStatuses).describe(statusMeanings)

export const Deployment = z
  .object({
    id: idOf('dep').describe('ID to follow, cancel, or roll back to the deployment with.'),
    environmentId: idOf('env').describe('Environment whose services the deployment replaces.'),
    number: z.int().meta({
      description: 'Number that people refer to, counting up from 1 in each environment.',
      example: 13,
    }),
    status: DeploymentStatusName,
    step: z.string().nullable().meta({
      description: 'Step that is running, or that ran last; null while the deployment is queued.',
      example: 'build-image',
    }),
    trigger: z
      .enum(deploymentTriggers)
      .describe(
        'What started it. `manual`: a person. `push`: a push to the branch. `preview`: a pull request. `finalize`: the first deployment of a new project. `rollback`: a return to an earlier deployment. `promotion`: a release from another environment. `api`: an API token. `schedule`: a scheduled deployment. `recovery`: a recovery from backups after the server was lost.',
      ),
    serverId: idOf('srv').nullable().describe('Server it’s deployed to; null if that server was removed.'),
    branch: z.string().nullable().meta({
      description: 'Branch that the commit is on; null if the project has no repository.',
      example: 'main',
    }),
    commit: DeployedCommit.nullable().describe(
      'Commit that is deployed; null until Longshore has looked it up, or if there’s no repository.',
    ),
    images: z.record(z.string(), z.string().describe('Image reference, by digest if it has one.')).meta({
      description: 'Image of each service, by service name. Empty until the images are built or pulled.',
      example: { web: 'sha256:6f1c2a1d7c1a4c2e0f6f0d2b9f5d8f3e4a7b6c5d4e3f2a1b0c9d8e7f6a5b4c3d' },
    }),
    waitingFor: z
      .object({
        type: z.string().meta({
          description:
            'Kind of wait: `deployment`, `environment`, `server`, `build_slot`, `worker`, or `retry` after a failed attempt.',
          example: 'build_slot',
        }),
        detail: z.string().meta({
          description: 'What has to happen first, as a sentence for people.',
          example: 'Waiting for a build slot on web-1.',
        }),
        since: Time.describe('When the deployment started waiting for this.'),
      })
      .nullable()
      .describe('Why the deployment doesn’t continue right now; null if it isn’t waiting.'),
    supersededBy: idOf('dep')
      .nullable()
      .describe('Newer deployment that took its place in the queue; null unless `status` is `superseded`.'),
    rollbackOf: idOf('dep')
      .nullable()
      .describe('Earlier deployment whose release this one restores; null unless it’s a rollback.'),
    promotedFrom: idOf('dep')
      .nullable()
      .describe('Deployment in another environment that the images come from; null unless it’s a promotion.'),
    canRollBackTo: z
      .boolean()
      .describe('True if it was live and Longshore still has its images, so that you can roll back to it.'),
    createdBy: idOf('usr')
      .nullable()
      .describe('User who started it, also through an API token; null for pushes and pull requests.'),
    warnings: z
      .array(DeploymentWarning)
      .describe('Things to know that didn’t stop the deployment, such as data that a rollback doesn’t restore.'),
    error: DeploymentError.nullable().describe('Why it failed and what to do; null unless `status` is `failed`.'),
    diagnosis: Diagnosis.nullable().describe(
      'What the output shows about the failure, with remedies; null if Longshore doesn’t recognize it.',
    ),
    createdAt: Time.describe(
      'When someone requested the deployment, or when Longshore queued it for a push or pull request.',
    ),
    updatedAt: Time.describe('When its status, step, or details last changed.'),
    startedAt: Time.nullable().describe('When it left the queue and its first step started; null while it’s queued.'),
    switchedAt: Time.nullable().describe('When traffic switched to it; null if that never happened.'),
    finishedAt: Time.nullable().describe('When it went live, failed, or was canceled or superseded; null until then.'),
    durationMs: z.int().nullable().meta({
      description: 'Milliseconds from start to finish, without the time in the queue; null until it’s finished.',
      example: 74_210,
    }),
    medianDurationMs: z.int().nullable().meta({
      description:
        'Median duration in milliseconds of the last ten deployments that went live in this environment; null if there were none.',
      example: 68_400,
    }),
  })
  .meta({ id: 'Deployment', description: 'One attempt to bring a version live in an environment.' })
export type Deployment = z.output<typeof Deployment>

export const stepStatuses = [
  'pending', 'running', 'succeeded', 'failed', 'undone', 'not_undone', 'skipped',
] as const // biome-ignore format: a list

export const DeploymentStep = z
  .object({
    name: z.string().meta({
      description: 'Identifier of the step. Every deployment has the same thirteen steps in the same order.',
      example: 'build-image',
    }),
    status: z
      .enum(stepStatuses)
      .describe(
        '`pending`: not started yet. `running`: in progress. `succeeded`: done. `failed`: stopped the deployment. `undone`: its changes were reverted. `not_undone`: reverting its changes failed. `skipped`: it had nothing to do, or the deployment ended before it.',
      ),
    attempt: z.int().meta({
      description: 'Number of the current or last attempt, from 1; 0 if the step hasn’t started.',
      example: 1,
    }),
    startedAt: Time.nullable().describe('When the step started; null if it hasn’t.'),
    finishedAt: Time.nullable().describe('When the step ended or was reverted; null while it’s pending or running.'),
    durationMs: z.int().nullable().meta({
      description: 'Milliseconds that the step took; null until it’s done.',
      example: 41_870,
    }),
    medianMs: z.int().nullable().meta({
      description:
        'Median of the step in milliseconds over the last ten deployments that went live in this environment; null if there were none.',
      example: 39_200,
    }),
    detail: z.string().nullable().describe('Error message if the step or its revert failed; otherwise null.'),
  })
  .meta({ id: 'DeploymentStep', description: 'One step of a deployment, and how long it took.' })
export type DeploymentStep = z.output<typeof DeploymentStep>

export const DeploymentPath = z.strictObject({
  id: idOf('env').describe('Environment that the deployment belongs to.'),
  did: idOf('dep').describe('Deployment to act on, from `GET /environments/{id}/deployments`.'),
})

export const Commit = z
  .string()
  .regex(/^[0-9a-f]{7,64}$/, 'must be the hash of a commit, in lower case')
  .meta({ example: '4b825dc642cb6eb9a060e54bf8d69288fbee4904' })

export const NewDeploymentBody = z
  .strictObject({
    commit: Commit.optional().describe(
      'Commit to deploy, as 7 to 64 lowercase hex digits. Default: the newest commit of the branch.',
    ),
    branch: BranchName.optional().describe(
      'Branch to deploy from this time. Default: the environment’s branch, which this doesn’t change.',
    ),
    clearCache: z
      .boolean()
      .default(false)
      .describe('Set to true to build every image from scratch, without cached layers. Default: false.'),
    images: z
      .record(ServiceName, PinnedImage)
      .optional()
      .describe(
        'Images that you built elsewhere, such as in CI, by service name. Each needs a digest. Longshore builds nothing for these services.',
      ),
  })
  .meta({ id: 'DeploymentRequest', description: 'What to deploy. Send `{}` to deploy the newest commit.' })
export type NewDeploymentBody = z.output<typeof NewDeploymentBody>

export const DeploymentsQuery = PageQuery.extend({
  status: DeploymentStatusName.optional().describe(
    `Return only deployments in this status. Default: all. ${statusMeanings}`,
  ),
  branch: BranchName.optional().describe('Return only deployments from this branch. Default: all branches.'),
})
export type DeploymentsQuery = z.output<typeof DeploymentsQuery>
