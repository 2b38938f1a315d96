/** Calls from the API to the worker that reveal a secret, encrypted to the person's key. */
import { z } from 'zod'
import { idOf } from '../../../platform/ids/type-id.schemas.ts'
import { defineCall } from '../../../platform/link/call.ts'

const result = z.object({ ciphertext: z.string() })

export const revealVariable = defineCall({
  name: 'environments.reveal-variable',
  args: z.strictObject({ variableId: idOf('var'), recipient: z.string() }),
  result,
})

export const revealCredential = defineCall({
  name: 'environments.reveal-credential',
  args: z.strictObject({ serviceId: idOf('svc'), recipient: z.string() }),
  result,
})
