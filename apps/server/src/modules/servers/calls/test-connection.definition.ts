/**
 * Asks the worker to test the connection to a server. Keys are sealed on the wire and exist only in the worker's
 * memory.
 */
import { z } from 'zod'
import { idOf } from '../../../platform/ids/type-id.schemas.ts'
import { defineEvents, secretArgument } from '../../../platform/link/call.ts'
import { ConnectionTestEvent } from '../test-connection.schemas.ts'

export const testConnection = defineEvents({
  name: 'servers.test-connection',
  args: z.union([
    z.strictObject({ serverId: idOf('srv') }),
    z.strictObject({
      host: z.string(),
      port: z.int(),
      username: z.string(),
      privateKey: secretArgument().nullable(),
      passphrase: secretArgument().nullable(),
      hostKeyFingerprint: z.string().nullable(),
    }),
  ]),
  event: ConnectionTestEvent,
})
