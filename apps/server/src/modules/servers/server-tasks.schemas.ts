/** Schemas of longer work on servers that users request. */
import { z } from 'zod'
import { idOf, Time } from '../../platform/ids/type-id.schemas.ts'
import { PageQuery } from '../../platform/pagination/page.schemas.ts'

export const serverTaskKinds = ['check', 'rotate_key', 'cleanup', 'install_docker'] as const
export type ServerTaskKind = (typeof serverTaskKinds)[number]
export const serverTaskStatuses = ['queued', 'running', 'succeeded', 'failed', 'cancelled'] as const
export type ServerTaskStatus = (typeof serverTaskStatuses)[number]

export const CleanupItem = z.object({
  kind: z
    .enum(['container', 'image', 'volume', 'network', 'build_cache'])
    .describe(
      'Type of Docker object. `container`: a stopped container. `image`: an image without a container. `volume`: a volume nobody uses. `network`: an empty network. `build_cache`: cached build steps.',
    ),
  id: z.string().describe('Identifier that Docker uses for it.'),
  name: z.string().describe('Name to recognize it by, such as an image with its tag.'),
  bytes: z.number().describe('Disk space that removing it frees, in bytes.'),
})
export type CleanupItem = z.output<typeof CleanupItem>

export const ServerTaskResult = z
  .object({
    dryRun: z.boolean().optional().describe('Whether the cleanup only listed what it would remove.'),
    items: z
      .array(CleanupItem)
      .optional()
      .meta({ description: 'What a cleanup removed, or would remove in a dry run.' }),
    totalBytes: z.number().optional().describe('Disk space that all items of a cleanup take up together, in bytes.'),
    itemsLeftOff: z
      .int()
      .optional()
      .meta({ description: 'Number of further items that a cleanup found and that `items` does not list.' }),
    publicKey: z.string().optional().meta({ description: 'Public key that Longshore uses after a key rotation.' }),
    oldKey: z
      .enum(['removed', 'kept', 'still_accepted'])
      .optional()
      .describe(
        'What happened to the old key in a rotation. `removed`: the server no longer accepts it. `kept`: you asked to keep it. `still_accepted`: the server still accepts it although it was removed; check where else it is listed.',
      ),
    dockerVersion: z.string().optional().describe('Version of Docker Engine after an installation.'),
  })
  .meta({ id: 'ServerTaskResult', description: 'What the task did. Which fields are present depends on `kind`.' })
export type ServerTaskResult = z.output<typeof ServerTaskResult>

export const TaskError = z.object({
  code: z.string().describe('Stable machine-readable reason; `GET /failures` explains it.'),
  message: z.string().describe('What went wrong, in a sentence for people.'),
  hint: z.string().optional().describe('Next step that usually resolves the problem.'),
  step: z.string().optional().describe('Step of the task that failed.'),
})
export type TaskError = z.output<typeof TaskError>

const Kind = z
  .enum(serverTaskKinds)
  .describe(
    '`check`: reads the status and hardware again. `rotate_key`: replaces the SSH key of Longshore. `cleanup`: removes unused images and containers. `install_docker`: installs Docker.',
  )

export const ServerTask = z
  .object({
    id: idOf('run'),
    serverId: idOf('srv'),
    kind: Kind,
    status: z
      .enum(serverTaskStatuses)
      .describe(
        '`queued`: it waits for other work on the server. `running`: it is in progress. `succeeded`: see `result`. `failed`: see `error`. `cancelled`: it was stopped before it finished.',
      ),
    result: ServerTaskResult.nullable().describe('What the task did. Null until it has succeeded.'),
    error: TaskError.nullable().describe('Why the task failed. Null otherwise.'),
    createdAt: Time.describe('When someone requested the task.'),
    startedAt: Time.nullable().describe('When Longshore started to work on it. Null while it is queued.'),
    finishedAt: Time.nullable().describe('When the task ended, whatever its result. Null until then.'),
  })
  .meta({ id: 'ServerTask', description: 'Background work on a server that someone requested.' })
export type ServerTask = z.output<typeof ServerTask>

export const ServerTaskParams = z.object({ id: idOf('srv'), taskId: idOf('run') })
export const ServerTasksQuery = PageQuery.extend({ kind: Kind.optional() })
export type ServerTasksQuery = z.output<typeof ServerTasksQuery>

export const RotateKeyBody = z
  .strictObject({
    removeOldKey: z.boolean().optional().meta({
      description:
        'Removes the old key from `authorized_keys`. Defaults to true for a key that Longshore generated, and to false for one that you provided, because you might use it yourself.',
    }),
  })
  .meta({ id: 'RotateServerKeyRequest' })
export const CleanupBody = z
  .strictObject({
    dryRun: z
      .boolean()
      .default(true)
      .meta({ description: 'Only lists what would be removed, without removing it. Defaults to true.' }),
  })
  .meta({ id: 'CleanupServerRequest' })
