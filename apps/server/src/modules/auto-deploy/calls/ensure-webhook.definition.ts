/** Asks the worker to make the webhook at the Git provider match the settings. The worker stores the result. */
import { z } from 'zod'
import { idOf } from '../../../platform/ids/type-id.schemas.ts'
import { defineCall } from '../../../platform/link/call.ts'

export const ensureWebhookCall = defineCall({
  name: 'auto-deploy.settle-hook',
  args: z.strictObject({ environmentId: idOf('env') }),
  result: z.null(),
})
