/** Asks the worker for the recovery kit, encrypted to the key of whoever asked. The api's own key travels sealed. */
import { z } from 'zod'
import { defineCall, secretArgument } from '../../../platform/link/call.ts'

export const makeRecoveryKit = defineCall({
  name: 'instance.recovery-kit',
  args: z.strictObject({ recipient: z.string(), deriveKey: secretArgument() }),
  result: z.object({ ciphertext: z.string(), keyId: z.string() }),
})
