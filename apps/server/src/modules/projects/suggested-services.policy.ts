/**
 * Derives the services of an environment from a report; pure. A report is based on untrusted files: what breaks the
 * rules for services is dropped by name instead of failing the whole.
 */
import type { AnalyzedService, Report } from '@longshore/analyzer/report'
import { databaseKinds } from '../environments/service-kinds.schemas.ts'
import { ServiceBody, type ServiceInput } from '../environments/services.schemas.ts'

export type SuggestedService = ServiceInput & { ownedByFile: string[] }
export interface LeftOut {
  service: string
  field: string
  reason: string
}
export interface Suggestion {
  services: SuggestedService[]
  skippedSuggestions: LeftOut[]
}

/** Compose text isn't in a repository, so no deployment reads it again and people can change every field. */
export function withoutOwner<Service extends SuggestedService>(service: Service): Service {
  return { ...service, ownedByFile: [] }
}

type Draft = Record<string, unknown> & { name: string; kind: string }

export function suggestServices(report: Report): Suggestion {
  const skippedSuggestions: LeftOut[] = []
  const file = report.configuration?.file
  const taken = new Set<string>()
  const drafts: { draft: Draft; ownedByFile: string[] }[] = [
    ...report.services.map((service) => ({ draft: draftOf(service), ownedByFile: fieldsFrom(service, file) })),
    ...report.databases.flatMap((database) => {
      const kind = databaseKinds.find((each) => each === database.engine)
      if (kind === undefined || !database.supported) return []
      const draft = { name: labelOf(database.name, kind), kind, engineVersion: majorOf(database.version) }
      return [{ draft, ownedByFile: [] }]
    }),
  ].filter(({ draft }) => {
    const isNew = !taken.has(draft.name)
    taken.add(draft.name)
    return isNew
  })
  const services = drafts.flatMap(({ draft, ownedByFile }) => {
    const service = passed(keepKnownNames(draft, taken), skippedSuggestions)
    return service === undefined ? [] : [{ ...service, ownedByFile }]
  })
  return { services: withoutDangling(services), skippedSuggestions }
}

function draftOf(service: AnalyzedService): Draft {
  const { healthCheck } = service
  return {
    name: service.name,
    kind: service.kind,
    source: service.sharesImageWith === null ? sourceOf(service) : null,
    sharesImageWith: service.sharesImageWith,
    command: service.kind === 'static' ? null : (service.startArguments ?? service.startCommand),
    port: service.port,
    healthCheck: healthCheck === null ? null : stated(healthCheck),
    volumes: service.volumes,
    files: service.files,
    container: service.container,
    ...stated({ resources: service.resources, replicas: service.replicas, drainSeconds: service.drainSeconds }),
    releaseCommand: service.releaseCommand,
    schedule: service.schedule,
    aliases: service.aliases,
    dependsOn: service.dependsOn,
    watchPaths: service.watchPaths,
  }
}

/** Fields that the repository doesn't state keep their defaults. */
function stated(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))
}

function sourceOf(service: AnalyzedService): Record<string, unknown> {
  const { builder, dockerfile, rootDirectory, installCommand, buildCommand } = service
  if (builder === 'image') return { builder, image: service.image ?? '' }
  if (builder === 'dockerfile')
    return {
      builder,
      dockerfile: dockerfile?.path ?? 'Dockerfile',
      context: dockerfile?.context ?? rootDirectory,
      target: dockerfile?.target ?? null,
    }
  if (builder === 'static')
    return { builder, rootDirectory, installCommand, buildCommand, outputDirectory: service.outputDirectory ?? '.' }
  return { builder, rootDirectory, installCommand, buildCommand }
}

/** Drops references to unknown names, which would make the whole list invalid. */
function keepKnownNames(draft: Draft, names: ReadonlySet<string>): Draft {
  const isKnown = (name: unknown) => typeof name === 'string' && names.has(name) && name !== draft.name
  const { dependsOn, aliases } = draft
  return {
    ...draft,
    ...(Array.isArray(dependsOn) ? { dependsOn: dependsOn.filter(isKnown) } : {}),
    ...(Array.isArray(aliases)
      ? { aliases: aliases.filter((alias) => typeof alias === 'string' && !names.has(alias)) }
      : {}),
  }
}

/** Returns the draft as a service; fields that break a rule are dropped and reported, once. */
function passed(draft: Draft, skippedSuggestions: LeftOut[]): ServiceInput | undefined {
  const first = ServiceBody.safeParse(draft)
  if (first.success) return first.data
  const slimmer = { ...draft }
  for (const issue of first.error.issues) {
    const field = String(issue.path[0] ?? 'name')
    skippedSuggestions.push({ service: draft.name, field, reason: issue.message })
    if (field !== 'name' && field !== 'kind') delete slimmer[field]
  }
  return ServiceBody.safeParse(slimmer).data
}

/** Drops references to services that were dropped. */
function withoutDangling(services: SuggestedService[]): SuggestedService[] {
  const names = new Set(services.map((service) => service.name))
  const seen = new Set(names)
  return services
    .filter((service) => service.sharesImageWith === null || names.has(service.sharesImageWith))
    .map((service) => ({
      ...service,
      dependsOn: service.dependsOn.filter((name) => names.has(name)),
      volumes: service.volumes.filter((volume) => volume.service === null || names.has(volume.service)),
      aliases: service.aliases.filter((alias) => !seen.has(alias) && seen.add(alias)),
    }))
}

const fieldOfClaim: Readonly<Record<string, string>> = {
  startCommand: 'command', container: 'container', resources: 'resources', replicas: 'replicas', files: 'files',
  drainSeconds: 'drainSeconds', aliases: 'aliases', port: 'port', healthCheck: 'healthCheck', healthPath: 'healthCheck', volumes: 'volumes',
  releaseCommand: 'releaseCommand', schedule: 'schedule', image: 'source', dockerfile: 'source', builder: 'source',
  buildCommand: 'source', installCommand: 'source', outputDirectory: 'source', dependsOn: 'dependsOn', kind: 'kind',
} // biome-ignore format: a table

/** The file in the repository sets these fields again at each deployment. */
function fieldsFrom(service: AnalyzedService, file: string | undefined): string[] {
  const claims = service.evidence.filter((each) => each.file === file).map((each) => fieldOfClaim[each.claim])
  return [...new Set(claims.filter((field) => field !== undefined))].sort()
}

function labelOf(name: string, fallback: string): string {
  return /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(name) ? name : fallback
}

function majorOf(version: string | null): string | null {
  return version !== null && /^[0-9][0-9A-Za-z.-]{0,30}$/.test(version) ? version : null
}
