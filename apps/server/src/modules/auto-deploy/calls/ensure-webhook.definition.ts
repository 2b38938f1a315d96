/** What the api asks of the worker: to make the hook at the forge what the settings say. It writes down what came of it. */
import { z } from 'zod'
import { idOf } from '../../../platform/ids/type-id.schemas.ts'
import { defineCall } from '../../../platform/link/call.ts'

export const ensureWebhookCall = defineCall({
  name: 'auto-deploy.settle-hook',
  args: z.strictObject({ environmentId: idOf('env') }),
  result: z.null(),
})
