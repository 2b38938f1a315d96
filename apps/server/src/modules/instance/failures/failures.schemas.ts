import { z } from 'zod'
import { RemedyActionName } from '../../../platform/http/problem.schemas.ts'

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
    family: z
      .enum(failureFamilies)
      .describe(
        'Part of Longshore that reports the code. `api`: responses to requests. `deployment`, `restore`: these runs. `run`: any background run. `domain`: domain checks. `certificate`: certificates. `connection_test`: the test of a server connection.',
      ),
    code: z.string().describe('Stable machine-readable code, as in the field `code` of an error.'),
    title: z.string().describe('Short summary of the failure, the same wherever the code appears.'),
    status: z.number().int().nullable().describe('HTTP status code of the API error. Null for all other families.'),
    cause: z.string().describe('Why this usually happens. Empty if only the error itself can say it.'),
    action: RemedyActionName.nullable().describe(
      'Action that solves the problem, as in `remedy.action` of an error. Null if there is no single action.',
    ),
    remedy: z.string().describe('What you can do to fix the problem or prevent it.'),
  })
  .meta({ id: 'Failure' })
export type Failure = z.infer<typeof Failure>

export const FailureQuery = z.strictObject({
  code: z
    .string()
    .min(1)
    .max(100)
    .optional()
    .describe('Returns only entries with this code. Several families can use the same code.'),
})

export const FailureList = z
  .object({
    failures: z.array(Failure).describe('All known codes, or the ones you requested. Empty if the code is unknown.'),
  })
  .meta({ id: 'FailureList' })
