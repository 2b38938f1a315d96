/** Asks the worker to fetch and analyse a repository, once, keeping nothing. The report follows as bytes: it may be large. */
import { z } from 'zod'
import { idOf } from '../../../platform/ids/type-id.schemas.ts'
import { defineStream } from '../../../platform/link/call.ts'
import { Commit } from '../analyses.schemas.ts'

/** Also of what is stored. */
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
