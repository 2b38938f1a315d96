/** Shapes of the rotation of a database's password. */
import { z } from 'zod'
import { idOf } from '../../platform/ids/type-id.schemas.ts'

export const RotationParams = z.object({ id: idOf('env'), serviceId: idOf('svc') })

export const Rotation = z
  .object({
    environmentId: idOf('env'),
    serviceId: idOf('svc'),
    runId: idOf('run').meta({ description: 'A deployment of what is live follows it.' }),
    status: z.literal('queued'),
  })
  .meta({ id: 'CredentialsRotation' })
export type Rotation = z.output<typeof Rotation>
