/** Schemas of a database password rotation. */
import { z } from 'zod'
import { idOf } from '../../../platform/ids/type-id.schemas.ts'

export const RotationParams = z.object({
  id: idOf('env').describe('Environment that the database belongs to.'),
  serviceId: idOf('svc').describe('Database service to give a new password. Other services respond with 404.'),
})

export const Rotation = z
  .object({
    environmentId: idOf('env').describe('Environment that gets a new deployment with the new password.'),
    serviceId: idOf('svc').describe('Database service whose password changes.'),
    runId: idOf('run').describe(
      'Background run that changes the password. A deployment of the live version follows it.',
    ),
    status: z.literal('queued').describe('Always `queued`: the change happens in the background.'),
  })
  .meta({ id: 'CredentialsRotation', description: 'Password change that was accepted.' })
export type Rotation = z.output<typeof Rotation>
