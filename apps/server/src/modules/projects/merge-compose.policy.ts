/**
 * Applies the edits of a compose file to the services of an environment. Pure. Only what differs between the saved file
 * and the edited one changes, so settings that people made in Longshore stay.
 */
import type { ServiceInput } from '../environments/services.schemas.ts'
import type { SuggestedService } from './suggested-services.policy.ts'

/** Fields that a compose file can state. */
const fileFields = [
  'kind', 'source', 'sharesImageWith', 'engineVersion', 'command', 'port', 'healthCheck', 'volumes', 'releaseCommand',
  'schedule', 'aliases', 'dependsOn', 'container', 'resources', 'replicas', 'drainSeconds', 'files',
] as const // biome-ignore format: a list

export interface ComposeVersions {
  /** Services of the saved file. */
  base: readonly SuggestedService[]
  /** Services of the edited file. */
  next: readonly SuggestedService[]
  /** Services of the environment. */
  current: readonly ServiceInput[]
}

export function mergeServices({ base, next, current }: ComposeVersions): ServiceInput[] {
  // An environment without services takes all of the file, because nothing was removed from it.
  const before = new Map((current.length === 0 ? [] : base).map((service) => [service.name, service]))
  const after = new Map(next.map((service) => [service.name, service]))
  const names = new Set(current.map(({ name }) => name))
  const kept = current
    .filter(({ name }) => after.has(name) || !before.has(name))
    .map((service) => applyEdits(service, before.get(service.name), after.get(service.name)))
  // A service that the saved file has and the environment doesn't was removed in Longshore.
  const added = next.filter(({ name }) => !names.has(name) && !before.has(name)).map(toInput)
  return dropUnknownNames([...kept, ...added])
}

function applyEdits(
  service: ServiceInput,
  before: SuggestedService | undefined,
  after: SuggestedService | undefined,
): ServiceInput {
  if (after === undefined) return service
  const edited = fileFields.filter(
    (field) => before === undefined || JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  )
  return { ...service, ...Object.fromEntries(edited.map((field) => [field, after[field]])) }
}

function toInput({ ownedByFile: _owned, ...service }: SuggestedService): ServiceInput {
  return service
}

function dropUnknownNames(services: ServiceInput[]): ServiceInput[] {
  const names = new Set(services.map(({ name }) => name))
  return services.map((service) => ({
    ...service,
    dependsOn: service.dependsOn.filter((name) => names.has(name)),
    volumes: service.volumes.filter((volume) => volume.service === null || names.has(volume.service)),
    aliases: service.aliases.filter((alias) => !names.has(alias)),
  }))
}
