/** Asks the worker whether it is there, and which release it runs. */
import { z } from 'zod'
import { defineCall } from '../../../platform/link/call.ts'

export const ping = defineCall({ name: 'instance.ping', args: z.object({}), result: z.object({ version: z.string() }) })
