import { z } from 'zod'
import { idOf, Time } from '../../../platform/ids/type-id.schemas.ts'
import { NewDeploymentBody } from '../deployments.schemas.ts'

export const scheduledStatuses = ['scheduled', 'started', 'cancelled', 'dropped'] as const
export type ScheduledStatus = (typeof scheduledStatuses)[number]

export const DropReason = z
  .object({
    code: z.string().meta({ description: 'Stable code that programs can match on.', example: 'no_longer_allowed' }),
    title: z.string().meta({
      description: 'Short headline for people.',
      example: "The person who scheduled it can't deploy anymore",
    }),
    detail: z.string().describe('What happened, as a sentence for people.'),
    hint: z.string().describe('Sentence for people that says how to get the version deployed anyway.'),
  })
  .meta({ id: 'DropReason', description: 'Why a scheduled deployment didn’t start.' })
export type DropReason = z.output<typeof DropReason>

export const ScheduledDeployment = z
  .object({
    id: idOf('sdp').describe('ID to read or cancel the scheduled deployment with.'),
    environmentId: idOf('env').describe('Environment that gets the new version. You can’t change it later.'),
    status: z
      .enum(scheduledStatuses)
      .describe(
        '`scheduled`: waits for its time. `started`: became the deployment in `deploymentId`. `cancelled`: a person canceled it. `dropped`: Longshore couldn’t start it; see `reason`.',
      ),
    startAt: Time.describe('When the deployment starts. It starts within seconds of this time.'),
    branch: z.string().nullable().meta({
      description: 'Branch to deploy from; null for the environment’s branch at that time.',
      example: 'main',
    }),
    commit: z.string().nullable().meta({
      description: 'Commit to deploy; null for the newest commit of the branch at that time.',
      example: '4b825dc642cb6eb9a060e54bf8d69288fbee4904',
    }),
    clearCache: z.boolean().describe('True if every image is built from scratch, without cached layers.'),
    createdBy: idOf('usr')
      .nullable()
      .describe('User who scheduled it, also through an API token; null if the account was deleted.'),
    deploymentId: idOf('dep').nullable().describe('Deployment that it became; null unless `status` is `started`.'),
    reason: DropReason.nullable().describe('Why it didn’t start; null unless `status` is `dropped`.'),
    createdAt: Time.describe('When the person or API token asked for it.'),
    updatedAt: Time.describe('When its status last changed.'),
  })
  .meta({ id: 'ScheduledDeployment', description: 'A deployment that starts at a chosen time.' })
export type ScheduledDeployment = z.output<typeof ScheduledDeployment>

export const ScheduledDeployments = z
  .object({
    items: z.array(ScheduledDeployment).describe('Scheduled deployments that wait for their time, soonest first.'),
  })
  .meta({ id: 'ScheduledDeployments' })
export type ScheduledDeployments = z.output<typeof ScheduledDeployments>

export const ScheduledDeploymentPath = z.strictObject({
  id: idOf('env').describe('Environment that the scheduled deployment belongs to.'),
  sid: idOf('sdp').describe('Scheduled deployment to act on, from `GET /environments/{id}/scheduled-deployments`.'),
})

export const NewScheduledDeploymentBody = NewDeploymentBody.omit({ images: true })
  .extend({
    startAt: Time.describe('When to start the deployment, at least 1 minute and at most 30 days from now.'),
  })
  .meta({ id: 'ScheduledDeploymentRequest', description: 'What to deploy, and when.' })
export type NewScheduledDeploymentBody = z.output<typeof NewScheduledDeploymentBody>
