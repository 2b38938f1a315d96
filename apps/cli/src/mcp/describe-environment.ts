import { getEnvironment, getProject } from '@longshore/sdk/operations'
import type { EnvironmentTarget } from '../connection/find-environment.ts'
import type { KnownPermission } from '../connection/permissions.ts'
import { quote } from './quote.ts'
import type { ToolCall } from './tool.ts'

/** What naming an environment in a question needs, besides the permissions of the change itself. */
export const describePermissions: readonly KnownPermission[] = ['projects:read', 'environments:read']

export interface DescribedEnvironment extends EnvironmentTarget {
  readonly branch: string | null
  /** Project and environment in quotation marks, for questions. */
  readonly quoted: string
}

/**
 * The environment under the names that the API gives for its id. The arguments come from the assistant and the link from a file
 * of the directory: either could name one environment and mean another.
 */
export async function describeEnvironment({ client, environment }: ToolCall): Promise<DescribedEnvironment> {
  const { id } = await environment()
  const { name, projectId, branch } = await client.call(getEnvironment, { id })
  const project = await client.call(getProject, { id: projectId })
  const label = `${project.name}/${name}`
  return { id, name, label, branch, quoted: `environment ${quote(name)} of project ${quote(project.name)}` }
}
