import { getEnvironment, getProject } from '@longshore/sdk/operations'
import type { EnvironmentTarget } from '../connection/find-environment.ts'
import type { KnownPermission } from '../connection/permissions.ts'
import { quote } from './quote.ts'
import type { ToolCall } from './tool.ts'

/** Permissions for describing an environment in a question, in addition to those of the change. */
export const describePermissions: readonly KnownPermission[] = ['projects:read', 'environments:read']

export interface DescribedEnvironment extends EnvironmentTarget {
  readonly branch: string | null
  /** Project and environment in quotation marks, for questions. */
  readonly quoted: string
}

/**
 * The environment with the names that the API returns for its ID. Arguments come from the assistant and the link from a file, so
 * either could name one environment and target another.
 */
export async function describeEnvironment({ client, environment }: ToolCall): Promise<DescribedEnvironment> {
  const { id } = await environment()
  const { name, projectId, branch } = await client.call(getEnvironment, { id })
  const project = await client.call(getProject, { id: projectId })
  const label = `${project.name}/${name}`
  return { id, name, label, branch, quoted: `environment ${quote(name)} of project ${quote(project.name)}` }
}
