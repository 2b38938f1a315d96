/** Worker side of the calls about the repository of a project. */
import { handleCall, type LinkHandler } from '../../../platform/link/call.ts'
import { RefusedError } from '../../../platform/link/link-problems.ts'
import type { ReadRepository } from '../sources/read-repository.remote.ts'
import { compareCommits, listCommits, listRefs } from './deployable.definition.ts'

export function createDeployableCalls(repository: ReadRepository): LinkHandler[] {
  return [
    handleCall(listRefs, ({ projectId }, { organizationId, signal }) =>
      repository.refs({ organizationId: required(organizationId), projectId, signal }),
    ),
    handleCall(listCommits, ({ projectId, branch, limit }, { organizationId, signal }) =>
      repository.commits({ organizationId: required(organizationId), projectId, branch, limit, signal }),
    ),
    handleCall(compareCommits, ({ projectId, live, commit }, { organizationId, signal }) =>
      repository.compare({ organizationId: required(organizationId), projectId, live, commit, signal }),
    ),
  ]
}

function required<Value>(value: Value | null): Value {
  if (value === null) throw new RefusedError('invalid_arguments')
  return value
}
