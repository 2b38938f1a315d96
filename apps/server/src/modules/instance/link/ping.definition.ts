/** Asks the worker for its release, whether it has a mail server, and the health of its background loops. */
import { z } from 'zod'
import { defineCall } from '../../../platform/link/call.ts'

const loop = z.object({
  name: z.string(),
  idleSeconds: z.number(),
  failures: z.number(),
  restarts: z.number(),
})

export const ping = defineCall({
  name: 'instance.ping',
  args: z.object({}),
  // A worker of an earlier release sends only its version.
  result: z.object({
    version: z.string(),
    sendsMail: z.boolean().default(true),
    loops: z.array(loop).default([]),
  }),
})
