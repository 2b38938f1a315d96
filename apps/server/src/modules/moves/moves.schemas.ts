/** Shapes of moves: what became of an environment's data when it went to another server. */
import { z } from 'zod'
import { idOf, Time } from '../../platform/ids/type-id.schemas.ts'
import { PageQuery } from '../../platform/pagination/page.schemas.ts'

export const moveStatuses = ['moving', 'moved', 'returned', 'settled'] as const
export type MoveStatus = (typeof moveStatuses)[number]

export const Move = z
  .object({
    deploymentId: idOf('dep').meta({
      description: 'The deployment that moves it: its steps, log and stream tell of the move.',
    }),
    environmentId: idOf('env'),
    fromServerId: idOf('srv'),
    toServerId: idOf('srv'),
    status: z.enum(moveStatuses).meta({
      description:
        '`moving`: the deployment is under way. `moved`: it runs on the new server, and the old one keeps the old data. `returned`: it did not work out and runs where it was. `settled`: the old data is gone.',
    }),
    keptUntil: Time.nullable().meta({
      description: 'Until then the server before keeps the data as it was at the move.',
    }),
    confirmedAt: Time.nullable(),
    createdBy: idOf('usr').nullable(),
    createdAt: Time,
    finishedAt: Time.nullable(),
  })
  .meta({ id: 'Move' })
export type Move = z.output<typeof Move>

export const MovesPath = z.strictObject({ id: idOf('env') })
export const MovePath = z.strictObject({ id: idOf('env'), did: idOf('dep') })
export const MovesQuery = PageQuery
