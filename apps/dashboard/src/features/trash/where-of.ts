/** Where something in the trash was: its project and environment. Pure. */
import type { TrashItem } from '@longshore/sdk'

type Place = Pick<TrashItem, 'kind' | 'projectId' | 'environmentId'>
type Named = { id: string; name: string }

/** Undefined: it belonged to the organization, or what it belonged to is in the trash too. */
export function whereOf(
  { kind, projectId, environmentId }: Place,
  projects: readonly (Named & { environments: readonly Named[] })[],
): string | undefined {
  if (kind === 'project') return undefined
  const project = projects.find(({ id }) => id === projectId)
  // The name of a deleted service starts with its environment, and an environment isn't inside itself.
  const isNamed = kind === 'environment' || kind === 'service'
  const environment = isNamed ? undefined : project?.environments.find(({ id }) => id === environmentId)
  return environment === undefined ? project?.name : `${project?.name} / ${environment.name}`
}
