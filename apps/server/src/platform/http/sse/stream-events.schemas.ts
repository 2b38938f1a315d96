/** What the streams of runs tell besides the state of their resource. */
import { z } from 'zod'
import { Time } from '../../ids/type-id.schemas.ts'

export const RunStep = z
  .object({
    name: z.string(),
    status: z.enum(['running', 'succeeded']),
    startedAt: Time.optional(),
    durationMs: z.int().optional(),
  })
  .meta({ id: 'RunStep', description: 'A step begins or ends.' })

export const RunOutput = z
  .object({ step: z.string().optional(), stream: z.enum(['stdout', 'stderr']), text: z.string(), at: Time })
  .meta({ id: 'RunOutput', description: 'What a program printed.' })
