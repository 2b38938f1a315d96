/** Schemas of the example app. */
import { z } from 'zod'
import { idOf } from '../../platform/ids/type-id.schemas.ts'

export const CreateExampleBody = z
  .strictObject({
    serverId: idOf('srv').describe('Server to deploy the example to. It must be ready.'),
  })
  .meta({ id: 'CreateExampleRequest' })
export type CreateExample = z.output<typeof CreateExampleBody>
