/** Combines the services of a compose file to what is deployed. */
import type { AppWarning } from '../app.ts'
import type { DatabaseImage } from '../databases/engines.ts'
import { onOneLine } from '../formats/one-line.ts'
import type { Reading, StatedService } from '../reading.ts'
import type { Repository } from '../repository.ts'
import { assignAliases, linkedNames } from './assign-aliases.ts'
import { type Notes, note } from './compose-warning.ts'
import { checkDatabaseOptions } from './database-options.ts'
import { foldRuns } from './fold-runs.ts'
import { passwordFiles } from './password-files.ts'
import { type PlacedService, placeService } from './place-service.ts'
import { createPlacing, type Placing } from './placing.ts'
import type { ComposeService } from './read-service.ts'
import type { SharedFile } from './read-shared-files.ts'
import { loadSources } from './repository-files.ts'
import { shareVolumes } from './shared-volumes.ts'
import { type SortedServices, sortServices } from './sort-services.ts'
import { type ComposeDatabase, toDatabase } from './to-database.ts'
import { nameServices, toStatedService } from './to-service.ts'
import { toVariables } from './to-variables.ts'

interface Context {
  readonly file: string
  readonly folder: string
  readonly repository: Repository
  readonly shared: ReadonlyMap<string, SharedFile>
  readonly warnings: AppWarning[]
}

export async function toReading(all: readonly ComposeService[], context: Context): Promise<Reading> {
  const { file, warnings } = context
  const names = nameServices(all)
  const sorted = await sortServices(all, { ...context, names })
  const databases = sorted.databases.map((database) => withLinks(database, all))
  const runs = foldRuns(sorted.kept, warnings, file)
  const placing = createPlacing(context.repository, { ...placesOf(all, file), templates: passwordFiles(databases) })
  const placed = await placeAll(runs.services, { ...context, sorted, placing, names })
  for (const database of databases) warnings.push(...checkDatabaseOptions(database, file))
  const present = new Set([...runs.services, ...databases.map(({ service }) => service)].map(({ name }) => name))
  const reached = new Map([...names].filter(([name]) => present.has(name)))
  const aliases = assignAliases(placed, { names: reached, file, warnings })
  const services = placed.map((service): [ComposeService, StatedService] => [
    service,
    {
      ...toStatedService({
        ...{ service, file, repository: context.repository, names: reached, notes: notesOf(service, context) },
        aliases: aliases.get(service.name)?.map(({ name }) => name) ?? [],
      }),
      ...runs.releaseOf(service),
    },
  ])
  return {
    kind: 'compose',
    file,
    isComplete: false,
    services: shareImages(services),
    databases: databases.map((database) => toDatabase(database, file)),
    plainEngines: [...new Set(sorted.engines.values())],
    variables: [...(await toVariables(runs.services, { ...context, names, databases })), ...placing.variables.list()],
    domains: placed.flatMap((service) =>
      service.domains.map(({ hostname, path, line, text }) => ({
        ...{ hostname, path, service: names.get(service.name) ?? 'app' },
        evidence: [{ claim: 'domain', file, line, what: onOneLine(text).slice(0, 300) }],
      })),
    ),
    // `sort` keeps the order of warnings about one line.
    warnings: [...warnings].sort((a, b) => (a.line ?? 0) - (b.line ?? 0)),
  }
}

/** Aliases of links are names of the database too. */
function withLinks(database: ComposeDatabase, all: readonly ComposeService[]): ComposeDatabase {
  const { service } = database
  return { ...database, service: { ...service, aliases: [...service.aliases, ...linkedNames(service, all)] } }
}

/** Places what the services mount, one after the other: a volume belongs to the first that mounts it. */
async function placeAll(
  services: readonly ComposeService[],
  context: Context & { sorted: SortedServices; placing: Placing; names: ReadonlyMap<string, string> },
): Promise<PlacedService[]> {
  const { sorted, placing, file, warnings } = context
  await loadSources(context.repository, sourcesOf(services, context))
  const placed: PlacedService[] = []
  for (const service of services) {
    const engine = sorted.engines.get(service.name)
    const notes = notesOf(service, context)
    if (engine !== undefined) noteDatabase(service, engine, notes)
    placed.push(await placeService(service, { ...context, isDatabase: engine !== undefined, notes }))
  }
  const shared = shareVolumes(
    [
      ...sorted.databases.map(({ service: { name, line, mounts } }) => ({
        ...{ name, line, isManaged: true },
        volumes: mounts.flatMap(({ type, source, target }) =>
          type === 'volume' && source !== null ? [{ name: placing.volumeNames.ofVolume(source), path: target }] : [],
        ),
      })),
      ...placed.map(({ name, line, places: { volumes } }) => ({ name, line, volumes, isManaged: false })),
    ],
    file,
  )
  warnings.push(...shared.warnings)
  return placed.map((service) => ({
    ...service,
    places: { ...service.places, volumes: shared.volumes.get(service.name) ?? [] },
  }))
}

function notesOf(service: ComposeService, { file, warnings }: Context): Notes {
  return { where: `service ${service.name.slice(0, 80)}`, file, warnings }
}

/** Names that the file uses, so that nothing new gets one of them. */
function placesOf(all: readonly ComposeService[], file: string) {
  const variables = all.flatMap(({ environment, args }) => [...environment, ...args])
  const keys = new Set(variables.flatMap(({ key, references }) => [key, ...references.map(({ name }) => name)]))
  const volumes = all.flatMap(({ mounts }) =>
    mounts.flatMap(({ type, source }) => (type === 'volume' && source !== null ? [source] : [])),
  )
  return { file, keys, volumes }
}

function sourcesOf(
  services: readonly ComposeService[],
  { placing, shared }: { placing: Placing; shared: ReadonlyMap<string, SharedFile> },
): string[] {
  const mounted = services.flatMap(({ mounts }) =>
    mounts.flatMap(({ type, source }) => (type === 'bind' && source !== null ? [source] : [])),
  )
  const stated = [...shared.values()].flatMap(({ origin }) => (origin.from === 'path' ? [origin.path] : []))
  return [...mounted, ...stated].flatMap((path) => placing.resolve(path) ?? [])
}

function noteDatabase(
  { line, imageLine, mounts }: ComposeService,
  engine: DatabaseImage['engine'],
  notes: Notes,
): void {
  const isKept = mounts.some(({ type }) => type === 'volume' || type === 'bind')
  note(notes, 'compose_database_as_service', {
    message: `${engine} runs as a plain service, because Longshore doesn’t manage it.`,
    line: imageLine ?? line,
    instead: isKept
      ? 'Backups contain its volumes, not a dump of the database.'
      : 'Add a volume for its data: without one, the next deployment deletes it. Backups contain volumes, not a dump.',
  })
}

/** Two services with the same build share one image. */
function shareImages(pairs: readonly [ComposeService, StatedService][]): StatedService[] {
  const first = new Map<string, string>()
  return pairs.map(([source, service]) => {
    if (source.build === null) return service
    const key = JSON.stringify([source.build, source.args.map(({ key: name, raw }) => [name, raw])])
    const owner = first.get(key)
    if (owner !== undefined) return { ...service, sharesImageWith: owner }
    first.set(key, service.name)
    return service
  })
}
