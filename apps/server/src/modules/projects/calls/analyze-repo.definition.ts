/**
 * Asks the worker to fetch and analyze a repository once, without storing anything. The report follows as bytes,
 * because it may be large.
 */
import { z } from 'zod'
import { idOf } from '../../../platform/ids/type-id.schemas.ts'
import { defineStream } from '../../../platform/link/call.ts'
import { Commit } from '../analyses.schemas.ts'

/** Also the limit of a stored report. */
export const maxReportBytes = 2 << 20

export const analyzeRepo = defineStream({
  name: 'projects.analyze-repo',
  args: z.strictObject({
    ref: z.union([
      z.strictObject({ providerId: idOf('git'), fullName: z.string() }),
      z.strictObject({ url: z.string() }),
    ]),
    branch: z.string().nullable(),
    rootDirectory: z.string(),
  }),
  head: z.object({
    repository: z.object({ fullName: z.string(), url: z.string(), isPrivate: z.boolean() }),
    branch: z.string(),
    rootDirectory: z.string(),
    commit: Commit,
  }),
})
