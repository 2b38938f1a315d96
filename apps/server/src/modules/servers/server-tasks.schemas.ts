/** Shapes of the longer work on servers that people ask for. */
import { z } from 'zod'
import { idOf, Time } from '../../platform/ids/type-id.schemas.ts'
import { PageQuery } from '../../platform/pagination/page.schemas.ts'

export const serverTaskKinds = ['check', 'rotate_key', 'cleanup', 'install_docker'] as const
export type ServerTaskKind = (typeof serverTaskKinds)[number]
export const serverTaskStatuses = ['queued', 'running', 'succeeded', 'failed', 'cancelled'] as const
export type ServerTaskStatus = (typeof serverTaskStatuses)[number]

export const CleanupItem = z.object({
  kind: z.enum(['container', 'image', 'volume', 'network', 'build_cache']),
  id: z.string(),
  name: z.string(),
  bytes: z.number(),
})
export type CleanupItem = z.output<typeof CleanupItem>

export const ServerTaskResult = z
  .object({
    dryRun: z.boolean().optional(),
    items: z.array(CleanupItem).optional().meta({ description: 'Of a cleanup: what was, or would be, removed.' }),
    totalBytes: z.number().optional(),
    itemsLeftOff: z.int().optional().meta({ description: 'More was found than is listed.' }),
    publicKey: z.string().optional().meta({ description: 'Of a rotation: the key in use now.' }),
    oldKey: z.enum(['removed', 'kept', 'still_accepted']).optional(),
    dockerVersion: z.string().optional(),
  })
  .meta({ id: 'ServerTaskResult' })
export type ServerTaskResult = z.output<typeof ServerTaskResult>

export const TaskError = z.object({
  code: z.string(),
  message: z.string(),
  hint: z.string().optional(),
  step: z.string().optional(),
})
export type TaskError = z.output<typeof TaskError>

export const ServerTask = z
  .object({
    id: idOf('run'),
    serverId: idOf('srv'),
    kind: z.enum(serverTaskKinds),
    status: z.enum(serverTaskStatuses),
    result: ServerTaskResult.nullable(),
    error: TaskError.nullable(),
    createdAt: Time,
    startedAt: Time.nullable(),
    finishedAt: Time.nullable(),
  })
  .meta({ id: 'ServerTask' })
export type ServerTask = z.output<typeof ServerTask>

export const ServerTaskParams = z.object({ id: idOf('srv'), taskId: idOf('run') })
export const ServerTasksQuery = PageQuery.extend({ kind: z.enum(serverTaskKinds).optional() })
export type ServerTasksQuery = z.output<typeof ServerTasksQuery>

export const RotateKeyBody = z
  .strictObject({
    removeOld: z.boolean().optional().meta({
      description:
        'Removes the old key from authorized_keys. Default: true for a key that Longshore made, false for one that you brought, since you may use it yourself.',
    }),
  })
  .meta({ id: 'RotateServerKeyRequest' })
export const CleanupBody = z
  .strictObject({
    dryRun: z.boolean().default(true).meta({ description: 'Only lists what would be removed.' }),
  })
  .meta({ id: 'CleanupServerRequest' })
