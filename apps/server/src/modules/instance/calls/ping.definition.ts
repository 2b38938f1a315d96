/** Asks the worker whether it is there, which release it runs, and how its background loops do. */
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
  // A worker of an earlier release says nothing of its loops.
  result: z.object({ version: z.string(), loops: z.array(loop).default([]) }),
})
