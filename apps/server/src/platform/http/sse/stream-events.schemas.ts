/** Events that run streams send besides the state of their resource. */
import { z } from 'zod'
import { Time } from '../../ids/type-id.schemas.ts'

export const RunStep = z
  .object({
    name: z.string().describe('Machine-readable step, such as `build`. The same step has the same name in every run.'),
    status: z
      .enum(['running', 'succeeded'])
      .describe(
        '`running`: the step has started. `succeeded`: the step is done and the run continues with the next one.',
      ),
    startedAt: Time.optional().describe('When the step started. Sent with `running`.'),
    durationMs: z.int().optional().describe('How long the step took, in milliseconds. Sent with `succeeded`.'),
  })
  .meta({ id: 'RunStep', description: 'Sent when a step of a run starts or finishes.' })

export const RunOutput = z
  .object({
    step: z
      .string()
      .optional()
      .describe('Step whose program printed this. Missing if the output belongs to the run as a whole.'),
    stream: z
      .enum(['stdout', 'stderr'])
      .describe('Where the program wrote it. `stdout`: regular output. `stderr`: error output.'),
    text: z.string().describe('Output as printed, with every known secret masked. It can hold several lines.'),
    at: Time.describe('When Longshore received the output.'),
  })
  .meta({ id: 'RunOutput', description: 'Output of a program that runs as part of a step.' })
