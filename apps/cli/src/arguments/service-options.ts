/** Options that describe a service, for `service add` and `service set`. */
import type { ServiceRequest } from '@longshore/sdk'
import { CliError } from '../exit-codes.ts'
import { readBytes } from './bytes.ts'
import type { OptionTable } from './options.ts'
import { readPairs } from './pairs.ts'
import { type ServiceFile, withFiles } from './service-files.ts'

export const serviceKinds = ['web', 'worker', 'cron', 'static', 'postgres', 'mariadb', 'redis'] as const

export const serviceOptions = {
  image: { type: 'string', value: 'IMAGE', summary: 'Run this image instead of building the repository.' },
  dockerfile: { type: 'string', value: 'PATH', summary: 'Build with this Dockerfile of the repository.' },
  root: { type: 'string', value: 'FOLDER', summary: 'Folder of the repository to build.' },
  'build-command': { type: 'string', value: 'COMMAND', summary: 'Build command. Use none for the detected one.' },
  output: { type: 'string', value: 'FOLDER', summary: 'Folder with the built files of a static site.' },
  command: { type: 'string', value: 'COMMAND', summary: 'Start command. Use none for the detected one.' },
  'release-command': {
    type: 'string',
    value: 'COMMAND',
    summary: 'Command to run before traffic switches, such as a migration. Use none for no command.',
  },
  port: { type: 'string', value: 'PORT', summary: 'Port the service listens on.' },
  'health-check': {
    type: 'string',
    value: 'PATH',
    summary: 'Path that responds with 200 when ready. Use none for the default check.',
  },
  schedule: { type: 'string', value: 'CRON', summary: 'When a cron service runs, such as "0 3 * * *".' },
  replicas: { type: 'string', value: 'NUMBER', summary: 'Number of instances.' },
  memory: { type: 'string', value: 'SIZE', summary: 'Memory limit, such as 512MB.' },
  cpus: { type: 'string', value: 'NUMBER', summary: 'CPU limit, such as 0.5.' },
  volume: {
    type: 'string',
    multiple: true,
    value: 'NAME=PATH',
    summary: "Keep the data of this path in a volume. Use SERVICE/NAME for another service's volume.",
  },
  file: {
    type: 'string',
    multiple: true,
    value: 'PATH=LOCALFILE',
    summary: 'Place the text of a local file at this path in each container.',
  },
  user: {
    type: 'string',
    value: 'USER',
    summary: "User that runs the program, such as 1000:1000. Use none for the image's.",
  },
  'working-directory': {
    type: 'string',
    value: 'PATH',
    summary: "Directory in which the program starts. Use none for the image's.",
  },
  'shared-memory': { type: 'string', value: 'SIZE', summary: 'Size of /dev/shm, such as 256MB. Use none for 64 MB.' },
  'engine-version': { type: 'string', value: 'VERSION', summary: 'Version of a database, such as 17.' },
} as const satisfies OptionTable

type ServiceOption = keyof typeof serviceOptions

/** Access to these options, in any command that has them. */
interface ServiceInput {
  text(name: ServiceOption): string | undefined
  list(name: ServiceOption): string[]
  count(name: ServiceOption): number | undefined
}
type Source = NonNullable<ServiceRequest['source']>

/** A new service is built from the repository, unless the options say otherwise. Databases have no source. */
export function describeNewService(
  service: ServiceRequest,
  input: ServiceInput,
  files: readonly ServiceFile[] = [],
): ServiceRequest {
  const described = withServiceOptions(service, input, files)
  const kinds: readonly string[] = ['postgres', 'mariadb', 'redis']
  if (described.source !== undefined || kinds.includes(service.kind)) return described
  return { ...described, source: { builder: service.kind === 'static' ? 'static' : 'auto' } }
}

/** Changes only what the options name. `files`: those of --file. */
export function withServiceOptions(
  service: ServiceRequest,
  input: ServiceInput,
  files: readonly ServiceFile[] = [],
): ServiceRequest {
  const added = readVolumes(input.list('volume'))
  const kept = (service.volumes ?? []).filter((volume) => !added.some((each) => isSameVolume(each, volume)))
  const source = sourceOf(service, input)
  const resources = resourcesOf(input)
  return withDefined(
    { ...service, ...(added.length === 0 ? {} : { volumes: [...kept, ...added] }) },
    {
      source,
      command: orNull(input.text('command')),
      releaseCommand: orNull(input.text('release-command')),
      port: input.count('port'),
      healthCheck: healthCheckOf(input.text('health-check')),
      schedule: input.text('schedule'),
      replicas: input.count('replicas'),
      engineVersion: input.text('engine-version'),
      resources: resources === undefined ? undefined : { ...service.resources, ...resources },
      container: containerOf(service, input),
      files: files.length === 0 ? undefined : withFiles(service.files ?? [], files),
    },
  )
}

interface Volume {
  readonly name: string
  readonly path: string
  readonly service?: string | null | undefined
}

function readVolumes(args: readonly string[]): Volume[] {
  return [...readPairs(args, '--volume')].map(([place, path]) => {
    const slash = place.indexOf('/')
    return slash < 1 ? { name: place, path } : { name: place.slice(slash + 1), path, service: place.slice(0, slash) }
  })
}

function isSameVolume(one: Volume, other: Volume): boolean {
  return one.name === other.name && (one.service ?? null) === (other.service ?? null)
}

function sourceOf({ source: before }: ServiceRequest, input: ServiceInput): Source | undefined {
  const [image, dockerfile] = [input.text('image'), input.text('dockerfile')]
  const [root, output] = [input.text('root'), input.text('output')]
  const buildCommand = orNull(input.text('build-command'))
  const names = [image, dockerfile, output].filter((each) => each !== undefined)
  if (names.length > 1) throw new CliError('usage', 'Use only one of --image, --dockerfile, and --output.')
  if (image !== undefined) return { builder: 'image', image }
  if (dockerfile !== undefined) return withDefined<Source>({ builder: 'dockerfile', dockerfile }, { context: root })
  const built = { rootDirectory: root, buildCommand }
  if (output !== undefined)
    return withDefined<Source>(before?.builder === 'static' ? before : { builder: 'static' }, {
      ...built,
      outputDirectory: output,
    })
  if (root === undefined && buildCommand === undefined) return undefined
  const canBuild = before?.builder === 'auto' || before?.builder === 'static' || before?.builder === 'railpack'
  return withDefined<Source>(canBuild ? before : { builder: 'auto' }, built)
}

function resourcesOf(input: ServiceInput): { memoryBytes?: number; cpus?: number } | undefined {
  const [memory, cpus] = [input.text('memory'), input.text('cpus')]
  if (memory === undefined && cpus === undefined) return undefined
  if (cpus !== undefined && !/^\d{1,3}(\.\d{1,2})?$/.test(cpus))
    throw new CliError('usage', `--cpus must be a number such as 0.5, not ${cpus}.`)
  return {
    ...(memory === undefined ? {} : { memoryBytes: readBytes(memory, '--memory') }),
    ...(cpus === undefined ? {} : { cpus: Number(cpus) }),
  }
}

function containerOf({ container }: ServiceRequest, input: ServiceInput): ServiceRequest['container'] {
  const [user, workingDirectory] = [orNull(input.text('user')), orNull(input.text('working-directory'))]
  const size = orNull(input.text('shared-memory'))
  if (user === undefined && workingDirectory === undefined && size === undefined) return undefined
  const sharedMemoryBytes = typeof size === 'string' ? readBytes(size, '--shared-memory') : size
  return withDefined({ ...container }, { user, workingDirectory, sharedMemoryBytes })
}

function healthCheckOf(path: string | undefined): ServiceRequest['healthCheck'] {
  if (path === undefined) return undefined
  return path === 'none' ? null : { type: 'http', path }
}

function orNull(text: string | undefined): string | null | undefined {
  return text === 'none' ? null : text
}

function withDefined<Value extends object>(value: Value, fields: Readonly<Record<string, unknown>>): Value {
  const defined = Object.entries(fields).filter(([, field]) => field !== undefined)
  return { ...value, ...Object.fromEntries(defined) }
}
