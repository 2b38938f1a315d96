/**
 * Compose files of finished products run the image that the project itself publishes. A deployment of the repository
 * should contain its changes: such services are built from it, with the ports, variables, and volumes of the file.
 */
import type { AppWarning } from '../app.ts'
import { splitImage } from '../databases/engines.ts'
import { joinPath } from '../formats/repository-path.ts'
import type { Reading, StatedService } from '../reading.ts'
import type { AnalyzedService } from '../report.schemas.ts'
import type { Repository } from '../repository.ts'
import { joinArgs, toCommand } from '../shell-words.ts'
import { textAt } from '../values.ts'

interface Known {
  readonly repository: Repository
  readonly root: string
  readonly detected: readonly AnalyzedService[]
}

export async function buildPublishedImages(reading: Reading, { repository, root, detected }: Known): Promise<Reading> {
  const hasDockerfile = repository.has(joinPath(root, 'Dockerfile'))
  const isBuilt = hasDockerfile || detected.some((one) => one.rootDirectory === root)
  if (reading.kind !== 'compose' || !isBuilt) return reading
  const names = await projectNames({ repository, root, detected })
  const first = new Map<string, string>()
  const warnings: AppWarning[] = []
  const services = reading.services.map((service) => {
    const name = service.image == null ? null : lastPart(splitImage(service.image)[0])
    if (name === null || !names.has(name)) return service
    const owner = first.get(name)
    first.set(name, owner ?? service.name)
    warnings.push(noted(service, reading.file))
    const { container } = service
    if (!hasDockerfile && (container?.user != null || container?.workingDirectory != null))
      warnings.push(notedOptions(service, reading.file))
    return fromRepository(hasDockerfile ? service : withoutImage(service), root, owner)
  })
  return { ...reading, services, warnings: [...reading.warnings, ...warnings] }
}

/** Names that the repository uses for itself. */
async function projectNames({ repository, root, detected }: Known): Promise<Set<string>> {
  const manifest = textAt(await repository.document(joinPath(root, 'package.json')), 'name')
  const here = detected.filter((one) => one.rootDirectory === root).map((one) => one.name)
  const names = [...here, ...(manifest === null ? [] : [lastPart(manifest)])]
  return new Set(names.filter((name) => !/^(?:app|web|worker|server|api|source)$/.test(name)))
}

function lastPart(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1).toLowerCase()
}

function fromRepository(service: StatedService, root: string, owner: string | undefined): StatedService {
  const { image: _, builder: __, ...rest } = service
  return {
    ...rest,
    rootDirectory: root,
    ...(owner === undefined ? {} : { sharesImageWith: owner }),
    evidence: service.evidence.filter(({ claim }) => claim !== 'image'),
  }
}

/** A generated image has no entrypoint, and a user and a directory of its own. */
function withoutImage(service: StatedService): StatedService {
  const { startArguments, container, startCommand: _, ...rest } = service
  const args = [...(container?.entrypoint ?? []), ...(startArguments ?? [])]
  const command = args.length === 0 ? null : toCommand(joinArgs(args))
  return {
    ...rest,
    ...(command === null ? {} : { startCommand: command }),
    ...(container == null ? {} : { container: { ...container, entrypoint: null, user: null, workingDirectory: null } }),
  }
}

function notedOptions(service: StatedService, file: string): AppWarning {
  return {
    code: 'compose_key_ignored',
    message: `service ${service.name}: "user" and "working_dir" have no effect.`,
    hint: 'Longshore generates the image, with its own user and directory. Add a Dockerfile to decide them.',
    file,
    line: service.evidence.find(({ claim }) => claim === 'container')?.line ?? null,
  }
}

function noted(service: StatedService, file: string): AppWarning {
  return {
    code: 'compose_image_built',
    message: `service ${service.name} runs the image that this project publishes. Longshore builds it from the repository instead.`,
    hint: 'To run the published image, create a project from the image.',
    file,
    line: service.evidence.find(({ claim }) => claim === 'image')?.line ?? null,
  }
}
