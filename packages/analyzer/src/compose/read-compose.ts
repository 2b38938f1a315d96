/**
 * Reads docker-compose.yml without the compose program, which would follow includes, read local files, and run
 * commands. Every key is checked against keys.ts; unknown ones are rejected.
 */
import type { AppWarning } from '../app.ts'
import { engineOfImage, splitImage } from '../databases/engines.ts'
import { baseOfDockerfile } from '../dockerfile/base-image.ts'
import { at, entriesOf, type Located, readYaml, textAt } from '../formats/located.ts'
import { folderOf, joinPath } from '../formats/repository-path.ts'
import type { Reading, StatedService } from '../reading.ts'
import type { Repository } from '../repository.ts'
import { checkKeys, refuse, warn } from './compose-warning.ts'
import { foldRuns } from './fold-runs.ts'
import { topKeys } from './keys.ts'
import { isNextToDevelopment, isViewer, reasonOfBuild } from './local-development.ts'
import { type ComposeService, readService } from './read-service.ts'
import { refuseSharedVolumes } from './shared-volumes.ts'
import { reasonToLeaveOut } from './side-images.ts'
import { type ComposeDatabase, toDatabase } from './to-database.ts'
import { nameServices, toStatedService } from './to-service.ts'
import { toVariables } from './to-variables.ts'

const bases = ['compose.yaml', 'compose.yml', 'docker-compose.yaml', 'docker-compose.yml']
const production = [
  'docker-compose.prod.yml',
  'docker-compose.production.yml',
  'docker-compose.prod.yaml',
  'compose.prod.yaml',
  'compose.production.yaml',
  'compose.prod.yml',
  'docker-compose.production.yaml',
]
const maxServices = 100

/** `root` is the analyzed folder; null if it has no compose file. */
export async function readCompose(repository: Repository, root: string): Promise<Reading | null> {
  const file = [...bases, ...production].map((name) => joinPath(root, name)).find((path) => repository.has(path))
  if (file === undefined) return null
  const text = await repository.text(file)
  const node = text === null ? null : readYaml(text)
  if (node === null || node.kind === 'unreadable') return unreadable(file, node)
  const context = { file, folder: folderOf(file), repository }
  const warnings = [
    ...checkKeys(node, topKeys, { where: 'the file', file }),
    ...checkVolumes(at(node, 'volumes'), file),
  ]
  warnings.push(...noteOverrides(repository, { root, file }))
  const all = entriesOf(at(node, 'services'))
    .slice(0, maxServices)
    .map(([name, value, line]) => readService(name, value, { file, folder: context.folder, line }))
  return await sortOut(all, { ...context, warnings })
}

interface Context {
  readonly file: string
  readonly folder: string
  readonly repository: Repository
  readonly warnings: AppWarning[]
}

async function sortOut(all: readonly ComposeService[], context: Context): Promise<Reading> {
  const { file, warnings, repository } = context
  const names = nameServices(all)
  const databases: ComposeDatabase[] = []
  const kept: ComposeService[] = []
  const developmentServices: ComposeService[] = []
  for (const service of all) {
    warnings.push(...service.warnings)
    const place = { file, line: service.line }
    const image = service.build === null ? engineOfImage(service.image ?? '') : await engineOfBuild(service, repository)
    const side = service.build === null ? reasonToLeaveOut(splitImage(service.image ?? '')[0]) : null
    const reason = reasonOfBuild(service, repository)
    const leave = (instead: string) =>
      warnings.push(
        warn('compose_service_left_out', `Longshore doesn't deploy the service ${service.name}.`, {
          ...place,
          instead,
        }),
      )
    if (service.hasProfile)
      leave("It has a profile, so Compose doesn't start it automatically. Add it in the settings if you need it.")
    else if (reason !== null) {
      developmentServices.push(service)
      leave(reason)
    } else if (isViewer(service.command))
      leave("It's a tool for people to look into a database. Use a client on your computer.")
    else if (image !== null) databases.push({ service, image, name: names.get(service.name) ?? 'database' })
    else if (service.build === null && service.image === null) leave('It has neither a build nor an image.')
    else if (side !== null && all.length > 1) leave(side)
    else kept.push(service)
  }
  const runs = foldRuns(
    kept.filter((service) => !isNextToDevelopment(service, developmentServices)),
    warnings,
    file,
  )
  const present = new Set([...runs.services, ...databases.map(({ service }) => service)].map(({ name }) => name))
  const own = refuseSharedVolumes([...databases.map(({ service }) => service), ...runs.services], file)
  warnings.push(...own.warnings)
  const reached = new Map([...names].filter(([name]) => present.has(name)))
  const services = shareImages(
    runs.services.map((service): [ComposeService, StatedService] => [
      service,
      {
        ...toStatedService({
          service: { ...service, volumes: own.volumesOf(service) },
          ...{ file, repository, names: reached },
        }),
        ...runs.releaseOf(service),
      },
    ]),
  )
  return {
    kind: 'compose',
    file,
    isComplete: false,
    services,
    databases: databases.map((database) => toDatabase(database, file)),
    variables: await toVariables(runs.services, { ...context, names, databases }),
    warnings,
  }
}

/** A database with its own Dockerfile, for an extension or an init script. */
async function engineOfBuild(service: ComposeService, repository: Repository) {
  const { build } = service
  if (build === null) return null
  const text = await repository.text(build.dockerfile ?? joinPath(build.context, 'Dockerfile'))
  const base = text === null ? null : baseOfDockerfile(text, build.target)
  return base === null ? null : engineOfImage(base)
}

/** Two services with the same build share one image. */
function shareImages(pairs: readonly [ComposeService, StatedService][]): StatedService[] {
  const first = new Map<string, string>()
  return pairs.map(([source, service]) => {
    if (source.build === null) return service
    const key = JSON.stringify([source.build, source.args.map(({ key, raw }) => [key, raw])])
    const owner = first.get(key)
    if (owner !== undefined) return { ...service, sharesImageWith: owner }
    first.set(key, service.name)
    return service
  })
}

/** `driver_opts` can turn a named volume into any path of the server. */
function checkVolumes(node: Located | undefined, file: string): AppWarning[] {
  return entriesOf(node).flatMap(([name, value, line]) => {
    const where = `volume ${name.slice(0, 80)}`
    const found: AppWarning[] = []
    const instead = 'Volumes have no drivers or options. Remove them.'
    if (at(value, 'driver_opts') !== undefined) found.push(refuse(where, '"driver_opts"', { file, line, instead }))
    const driver = textAt(value, 'driver')
    if (driver !== null && driver !== 'local') found.push(refuse(where, '"driver"', { file, line, instead }))
    const external = at(value, 'external')
    if (external !== undefined && textAt(value, 'external') !== 'false') {
      found.push(
        refuse(where, '"external"', {
          file,
          line,
          instead: 'Longshore creates a new volume. Import the data of the old one.',
        }),
      )
    }
    return found
  })
}

function noteOverrides(repository: Repository, { root, file }: { root: string; file: string }): AppWarning[] {
  const others = ['override.yml', 'override.yaml'].flatMap((end) => [`docker-compose.${end}`, `compose.${end}`])
  const found = others.map((name) => joinPath(root, name)).find((path) => repository.has(path))
  if (found === undefined) return []
  return [
    warn('compose_override_ignored', `Longshore reads ${file} without ${found}.`, {
      file: found,
      line: 1,
      instead: 'It’s meant for development. Put what you deploy into the main file.',
    }),
  ]
}

function unreadable(file: string, node: { line: number | null; why: string } | null): Reading {
  const why = node === null ? "it isn't text or is too large" : node.why
  const warning: AppWarning = {
    code: 'compose_unreadable',
    message: `The Compose file can't be read: ${why}.`.slice(0, 500),
    hint: 'Correct the file and analyze again.',
    file,
    line: node?.line ?? null,
  }
  return { kind: 'compose', file, isComplete: false, services: [], databases: [], variables: [], warnings: [warning] }
}
