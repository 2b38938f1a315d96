/** Calls from the API to the worker about the repository of a project. */
import { z } from 'zod'
import { idOf } from '../../../platform/ids/type-id.schemas.ts'
import { defineCall } from '../../../platform/link/call.ts'
import { ChangedFiles, DeployableCommits, DeployableRefs } from '../deployable.schemas.ts'

export const listRefs = defineCall({
  name: 'deployments.refs',
  args: z.strictObject({ projectId: idOf('prj') }),
  result: DeployableRefs,
})

/** `branch`: null for the project's branch, or the default branch of the repository. */
export const listCommits = defineCall({
  name: 'deployments.commits',
  args: z.strictObject({ projectId: idOf('prj'), branch: z.string().nullable(), limit: z.int() }),
  result: DeployableCommits,
})

export const compareCommits = defineCall({
  name: 'deployments.compare',
  args: z.strictObject({ projectId: idOf('prj'), live: z.string(), commit: z.string() }),
  result: ChangedFiles,
})
