/** Profiles: a service that has some is deployed only if the project enables one of them, as with COMPOSE_PROFILES. */
import { itemsOf, type Located } from '../formats/located.ts'
import { composeProfileSchema, type Report } from '../report.schemas.ts'
import type { Notes } from './compose-warning.ts'
import { leaveOut } from './read-scalar.ts'

export interface ComposeProfile {
  readonly name: string
  readonly isEnabled: boolean
}

interface Profiled {
  readonly name: string
  readonly profiles: readonly ComposeProfile[]
}

const allProfiles = '*'

export function readProfiles(node: Located | undefined, enabled: readonly string[], notes: Notes): ComposeProfile[] {
  const names = itemsOf(node).flatMap((item) => {
    const name = item.kind === 'scalar' ? item.text : ''
    if (name !== allProfiles && composeProfileSchema.safeParse(name).success) return [name]
    leaveOut(notes, { key: 'profiles', line: item.line, why: 'must be names such as debug' })
    return []
  })
  return [...new Set(names)].map((name) => ({
    name,
    isEnabled: enabled.includes(name) || enabled.includes(allProfiles),
  }))
}

export function isInDisabledProfile({ profiles }: Profiled): boolean {
  return profiles.length > 0 && profiles.every(({ isEnabled }) => !isEnabled)
}

/** Each profile with the names that its services have in the file. */
export function listProfiles(services: readonly Profiled[]): Report['composeProfiles'] {
  const found = new Map<string, { name: string; services: string[]; isEnabled: boolean }>()
  for (const service of services)
    for (const { name, isEnabled } of service.profiles) {
      const profile = found.get(name) ?? { name, services: [], isEnabled }
      profile.services.push(service.name.slice(0, 200))
      found.set(name, profile)
    }
  return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
}
