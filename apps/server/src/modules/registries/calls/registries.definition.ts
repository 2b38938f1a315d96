/** Calls from the API to the worker about registries. Passwords are sealed on the wire. */
import { z } from 'zod'
import { idOf } from '../../../platform/ids/type-id.schemas.ts'
import { defineCall, secretArgument } from '../../../platform/link/call.ts'

/** Fails with the reason if the registry doesn't accept the credential. */
export const tryAccount = defineCall({
  name: 'registries.try-account',
  args: z.strictObject({ host: z.string(), username: z.string(), password: secretArgument() }),
  result: z.null(),
})

export const checkRegistry = defineCall({
  name: 'registries.check',
  args: z.strictObject({ registryId: idOf('reg') }),
  result: z.object({ isAccepted: z.boolean() }),
})
