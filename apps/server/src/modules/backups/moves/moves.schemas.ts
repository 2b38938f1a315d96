/** Schemas of moves: the data of an environment that changed servers. */
import { z } from 'zod'
import { storedId } from '../../../platform/ids/stored-id.ts'
import { idOf, Time } from '../../../platform/ids/type-id.schemas.ts'
import { PageQuery } from '../../../platform/pagination/page.schemas.ts'

export const moveStatuses = ['moving', 'moved', 'returned', 'settled'] as const
export type MoveStatus = (typeof moveStatuses)[number]

/** The backup that a recovery restores, as stored; null for data that is left behind. */
export const RecoveredData = z.object({
  serviceId: storedId('svc'),
  service: z.string(),
  volume: z.string().nullable(),
  backupId: storedId('bkp').nullable(),
  dataAt: z.string().nullable(),
})
export type RecoveredData = z.output<typeof RecoveredData>

export const moveKinds = ['move', 'recovery'] as const
export type MoveKind = (typeof moveKinds)[number]

export const Move = z
  .object({
    deploymentId: idOf('dep').meta({
      description: 'Deployment that performs the move. Its steps, log, and stream show the progress.',
    }),
    environmentId: idOf('env'),
    fromServerId: idOf('srv').describe('Server that had the data before the move.'),
    toServerId: idOf('srv').describe('Server that the data is copied to.'),
    kind: z
      .enum(moveKinds)
      .describe(
        '`move`: the data is copied from the previous server. `recovery`: the previous server is lost, and the data comes from backups.',
      ),
    status: z.enum(moveStatuses).meta({
      description:
        '`moving`: the deployment is in progress. `moved`: the environment runs on the new server, and the previous server keeps the old data. `returned`: the move failed, and the environment runs where it was. `settled`: the old data was deleted.',
    }),
    keptUntil: Time.nullable().meta({
      description:
        'Until when the previous server keeps the data as it was at the move. Null if nothing is kept there, and for a recovery, whose old data stays until someone confirms it.',
    }),
    confirmedAt: Time.nullable().describe('When someone agreed to delete the old data. Null if nobody has.'),
    fencedAt: Time.nullable().describe(
      'When everything of the environment on the lost server was stopped, after the server came back. Null until then, and for a move.',
    ),
    createdBy: idOf('usr').nullable().describe('Person who moved the environment. Null if the account was deleted.'),
    createdAt: Time.describe('When someone requested the move.'),
    finishedAt: Time.nullable().describe('When the deployment that moves the data ended. Null until then.'),
  })
  .meta({ id: 'Move', description: 'A move of an environment with its data from one server to another.' })
export type Move = z.output<typeof Move>

export const MovesPath = z.strictObject({ id: idOf('env') })
export const MovePath = z.strictObject({ id: idOf('env'), did: idOf('dep') })
export const MovesQuery = PageQuery
