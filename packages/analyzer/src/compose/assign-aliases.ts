/** Decides which service gets an additional hostname: each name belongs to one service. */
import type { AppWarning } from '../app.ts'
import { type Notes, note } from './compose-warning.ts'
import { type ComposeAlias, isHostname } from './read-aliases.ts'
import type { ComposeService } from './read-service.ts'

const maxAliases = 20

/** Returns the hostnames of each service that is in `names`, by its name in the file. */
export function assignAliases(
  services: readonly ComposeService[],
  { names, file, warnings }: { names: ReadonlyMap<string, string>; file: string; warnings: AppWarning[] },
): Map<string, ComposeAlias[]> {
  const taken = new Set(names.values())
  const assigned = new Map<string, ComposeAlias[]>()
  for (const service of services) {
    const notes: Notes = { where: `service ${service.name.slice(0, 80)}`, file, warnings }
    const kept: ComposeAlias[] = []
    for (const alias of candidatesFor(service, services)) {
      if (alias.name === names.get(service.name) || kept.some(({ name }) => name === alias.name)) continue
      if (taken.has(alias.name) || kept.length >= maxAliases) noteLost(alias, notes)
      else {
        kept.push(alias)
        taken.add(alias.name)
      }
    }
    assigned.set(service.name, kept)
  }
  return assigned
}

/** The name in the file comes first: other services use it. */
function candidatesFor(service: ComposeService, services: readonly ComposeService[]): ComposeAlias[] {
  const own = isHostname(service.name) ? [{ name: service.name, line: service.line }] : []
  return [...own, ...service.aliases, ...linkedNames(service, services)]
}

/** Names that the links of other services give to a service. */
export function linkedNames(
  { name: own }: Pick<ComposeService, 'name'>,
  services: readonly ComposeService[],
): ComposeAlias[] {
  return services.flatMap(({ links }) =>
    links.flatMap(({ service, alias, line }) => (service === own && alias !== null ? [{ name: alias, line }] : [])),
  )
}

function noteLost({ name, line }: ComposeAlias, notes: Notes): void {
  note(notes, 'compose_alias_taken', {
    message: `the additional hostname ${name} is left out.`,
    line,
    instead: `A service has at most ${maxAliases} of them, and each belongs to one service. Use the name of the service.`,
  })
}
