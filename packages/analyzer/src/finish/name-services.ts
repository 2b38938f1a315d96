import type { AnalyzedService } from '../report.schemas.ts'
import { nameFor } from '../service-names.ts'

/** Normalizes names to unique DNS labels and updates all references to a renamed service. */
export function nameServices(services: readonly AnalyzedService[]): AnalyzedService[] {
  const taken = new Set<string>()
  const renamed = new Map<string, string>()
  const named = services.map((service) => {
    const name = nameFor(service.name, taken, service.rootDirectory)
    if (!renamed.has(service.name)) renamed.set(service.name, name)
    return { ...service, name }
  })
  return named.map((service) => ({
    ...service,
    sharesImageWith: service.sharesImageWith === null ? null : (renamed.get(service.sharesImageWith) ?? null),
    dependsOn: service.dependsOn.map((name) => renamed.get(name) ?? name),
  }))
}
