import { z } from 'zod'

export const failureFamilies = [
  'api',
  'deployment',
  'restore',
  'run',
  'domain',
  'certificate',
  'connection_test',
] as const
export type FailureFamily = (typeof failureFamilies)[number]

export const Failure = z
  .object({
    family: z.enum(failureFamilies).describe('Part of the system that uses the code; `run` is any background run'),
    code: z.string().describe('Stable code, as in `code` of an error'),
    title: z.string(),
    status: z.number().int().nullable().describe('HTTP status of the API error; null for other families'),
    cause: z.string().describe('Usual cause; empty if only the error itself can name it'),
    remedy: z.string(),
  })
  .meta({ id: 'Failure' })
export type Failure = z.infer<typeof Failure>

export const FailureQuery = z.strictObject({
  code: z.string().min(1).max(100).optional().describe('Only this code'),
})

export const FailureList = z.object({ failures: z.array(Failure) }).meta({ id: 'FailureList' })
