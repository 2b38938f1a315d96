/** Schemas of the trash. */
import { z } from 'zod'
import { idOf, Time } from '../../platform/ids/type-id.schemas.ts'
import { PageQuery } from '../../platform/pagination/page.schemas.ts'
import { trashKinds } from './trash-kinds.schemas.ts'

export const TrashKindName = z
  .enum(trashKinds)
  .describe(
    'What was deleted. `project`: a project with its environments. `environment`: an environment with its services. `service`: one service of an environment. `variables`: previous values of changed or deleted variables. `attached_domain`: a hostname of an environment. `domain`: a registered domain. `server`: a server connection. `backup`: one backup. `backup_destination`: a storage location. `git_provider`: a Git provider connection. `registry`: a registry credential. `connector`: a notification channel. `member`: a person’s membership in the organization.',
  )

export const TrashStatus = z
  .enum(['deleting', 'kept', 'purging'])
  .describe(
    '`deleting`: the deletion is still running. `kept`: you can restore it. `purging`: it is being removed permanently.',
  )

export const DeletedBy = z
  .object({
    kind: z
      .enum(['user', 'token', 'system'])
      .describe('Who deleted it: a signed-in `user`, an API `token`, or Longshore itself (`system`).'),
    name: z.string().describe('Email address of the user, or of the user who created the token.'),
  })
  .meta({ id: 'DeletedBy', description: 'Who deleted something.' })

export const TrashItem = z
  .object({
    id: idOf('trs'),
    kind: TrashKindName,
    resourceId: z
      .string()
      .meta({ description: 'ID of what was deleted. Restoring keeps it.', example: 'env_01h2xcejqtf2nbrexx3vqjhp41' }),
    name: z.string().meta({
      description: 'How people knew it when it was deleted, such as its display name, hostname, or email address.',
      example: 'production',
    }),
    projectId: idOf('prj').nullable().describe('Project that it belonged to. Null if it belonged to none.'),
    environmentId: idOf('env').nullable().describe('Environment that it belonged to. Null if it belonged to none.'),
    serverId: idOf('srv').nullable().describe('Server that keeps its data. Null if no server does.'),
    status: TrashStatus,
    contents: z
      .record(z.string(), z.int())
      .meta({ description: 'Number of things that were deleted with it, by kind.', example: { services: 2 } }),
    sizeBytes: z
      .int()
      .nullable()
      .describe('Disk space that purging frees on the server or in the storage location. Null if unknown.'),
    deletedBy: DeletedBy.describe('User, API token, or part of Longshore that requested the deletion.'),
    deletedAt: Time.describe('When the deletion was requested. The retention of the trash starts here.'),
    expiresAt: Time.describe('When Longshore removes it permanently.'),
    problem: z
      .object({
        code: z.string().describe('Stable machine-readable reason.'),
        detail: z.string().describe('What happened, for people.'),
      })
      .nullable()
      .describe('Why the last attempt to remove it permanently failed. Null if there was none.'),
  })
  .meta({ id: 'TrashItem', description: 'Something that was deleted and can be restored until it expires.' })
export type TrashItem = z.output<typeof TrashItem>

export const TrashQuery = PageQuery.extend({
  kind: TrashKindName.optional(),
  projectId: idOf('prj').optional().describe('Returns only what belonged to this project.'),
  resourceId: z
    .string()
    .regex(/^[a-z]{3}_[0-9a-hjkmnp-tv-z]{26}$/, 'must be an ID of this API')
    .optional()
    .meta({
      description: 'Returns only what had this ID before it was deleted.',
      example: 'env_01h2xcejqtf2nbrexx3vqjhp41',
    }),
})
export type TrashQuery = z.output<typeof TrashQuery>

export const TrashParams = z.object({ id: idOf('trs') })

export const PurgeQuery = z.strictObject({
  force: z
    .enum(['true', 'false'])
    .transform((text) => text === 'true')
    .optional()
    .meta({
      description:
        'Removes the item even if its server is unreachable. The audit log lists what stays behind on the server.',
      example: 'true',
    }),
})
export type PurgeQuery = z.output<typeof PurgeQuery>

export const RestoredTrash = z
  .object({
    item: TrashItem,
    leftOut: z.record(z.string(), z.int()).meta({
      description:
        'Number of parts that could not come back because what they belonged to was removed permanently in the meantime, by kind. Empty if everything is back.',
      example: {},
    }),
  })
  .meta({ id: 'RestoredTrash', description: 'Result of restoring something from the trash.' })
export type RestoredTrash = z.output<typeof RestoredTrash>

export const TrashForecast = z
  .object({
    serverId: idOf('srv').describe('Server whose disk holds the data.'),
    items: z.int().describe('Number of items in the trash with data on this server.'),
    keptBytes: z.int().describe('Disk space that these items use.'),
    nextExpiry: Time.describe('When the next of them is removed permanently.'),
    nextExpiryBytes: z.int().describe('Disk space that is free again then.'),
  })
  .meta({ id: 'TrashForecast', description: 'Disk space that the trash uses on one server, and when it is freed.' })

export const TrashSummary = z
  .object({
    items: z
      .int()
      .describe('How many deleted resources of the organization can be restored or are still being removed.'),
    retentionDays: z.int().describe('Days for which the organization keeps what is deleted from now on.'),
    forecast: z.array(TrashForecast).describe('Disk space of the trash by server.'),
  })
  .meta({ id: 'TrashSummary', description: 'Size of the trash and its retention.' })
export type TrashSummary = z.output<typeof TrashSummary>

export const TrashSettingsBody = z
  .strictObject({
    retentionDays: z
      .int()
      .min(1)
      .max(90)
      .describe(
        'Days for which to keep what is deleted from now on, from 1 to 90. Items in the trash keep their time.',
      ),
  })
  .meta({ id: 'TrashSettingsRequest' })
