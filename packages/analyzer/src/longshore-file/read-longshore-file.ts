/** Reads longshore.yaml: it is complete, so nothing that was only guessed is deployed in addition. */
import type { AppWarning } from '../app.ts'
import { isSupported } from '../databases/engines.ts'
import { at, entriesOf, type Located, readYaml } from '../formats/located.ts'
import { joinPath } from '../formats/repository-path.ts'
import { commandCheck, type HealthCheck, httpCheck, tcpCheck } from '../health-check.ts'
import type { AnalyzedDatabase, AnalyzedVariable, Reading, StatedService } from '../reading.ts'
import type { Evidence } from '../report.schemas.ts'
import type { Repository } from '../repository.ts'
import { isPublicName, isSecretName } from '../variables/secret-name.ts'
import { checkLongshoreFile } from './check-longshore-file.ts'
import type { LongshoreFile } from './longshore-file.schemas.ts'

/** `root` is the analyzed folder; null if it has no longshore.yaml. */
export async function readLongshoreFile(repository: Repository, root: string): Promise<Reading | null> {
  const file = ['longshore.yaml', 'longshore.yml']
    .map((name) => joinPath(root, name))
    .find((path) => repository.has(path))
  if (file === undefined) return null
  const text = await repository.text(file)
  const node =
    text === null ? ({ kind: 'unreadable', line: null, why: "it isn't text or is too large" } as const) : readYaml(text)
  if (node.kind === 'unreadable') {
    return refused(file, [
      {
        code: 'longshore_file_invalid',
        message: `The file can't be read: ${node.why}.`.slice(0, 500),
        hint: 'Correct the file and analyze again.',
        file,
        line: node.line,
      },
    ])
  }
  const data = checkLongshoreFile(node, file)
  if (Array.isArray(data)) return refused(file, data)
  const lineOf = (...path: [string, string]) =>
    entriesOf(at(node, path[0])).find(([key]) => key === path[1])?.[2] ?? null
  return {
    kind: 'longshore',
    file,
    isComplete: true,
    services: Object.entries(data.services).map(([name, service]) => toService(name, service, { file, node, root })),
    databases: Object.entries(data.databases ?? {}).map(([name, database]) =>
      toDatabase(name, database, { file, line: lineOf('databases', name) }),
    ),
    variables: Object.entries(data.variables ?? {}).map(([key, variable]) =>
      toVariable(key, variable, { file, line: lineOf('variables', key) }),
    ),
    warnings: [],
  }
}

function refused(file: string, warnings: AppWarning[]): Reading {
  return { kind: 'longshore', file, isComplete: false, services: [], databases: [], variables: [], warnings }
}

type Service = LongshoreFile['services'][string]

function toService(
  name: string,
  service: Service,
  { file, node, root }: { file: string; node: Located; root: string },
): StatedService {
  const folder = joinPath(root, tidy(service.rootDirectory))
  const { build } = service
  const stated = at(node, 'services', name)
  const evidence: Evidence[] = entriesOf(stated).map(([key, , line]) => ({
    claim: claims[key] ?? key,
    file,
    line,
    what: `${key} of ${name}`,
  }))
  return {
    name,
    rootDirectory: folder,
    evidence: evidence.length === 0 ? [{ claim: 'name', file, line: null, what: name }] : evidence,
    kind: service.kind,
    ...(service.image === undefined ? {} : { builder: 'image', image: service.image }),
    ...(build?.dockerfile === undefined
      ? {}
      : {
          builder: 'dockerfile',
          dockerfile: {
            source: 'repository',
            path: joinPath(folder, tidy(build.dockerfile)),
            context: build.context === undefined ? folder : joinPath(root, tidy(build.context)),
            target: build.target ?? null,
            text: null,
          },
        }),
    ...defined({
      installCommand: build?.install,
      buildCommand: build?.command,
      outputDirectory: build?.output,
      sharesImageWith: service.sharesImageWith,
      startCommand: service.command,
      port: service.port,
      releaseCommand: service.releaseCommand,
      schedule: service.schedule,
      aliases: service.aliases,
      dependsOn: service.dependsOn,
      watchPaths: service.watchPaths,
    }),
    ...(build?.builder === undefined ? {} : railpackOf(build)),
    ...(service.healthCheck === undefined ? {} : { healthCheck: toHealthCheck(service.healthCheck) }),
    ...(service.volumes === undefined
      ? {}
      : { volumes: Object.entries(service.volumes).map(([volume, path]) => ({ name: volume, path, service: null })) }),
  }
}

/** Detected values are for our own images; Railpack has its own detection. */
function railpackOf({ install, command }: NonNullable<Service['build']>): Partial<StatedService> {
  return { builder: 'railpack', dockerfile: null, installCommand: install ?? null, buildCommand: command ?? null }
}

/** Keys that have another name in the report. */
const claims: Readonly<Record<string, string>> = { command: 'startCommand', build: 'builder', image: 'builder' }

function toHealthCheck(check: NonNullable<Service['healthCheck']>): HealthCheck {
  if (typeof check === 'string') return httpCheck(check)
  if (check.type === 'http') return httpCheck(check.path)
  return check.type === 'tcp' ? tcpCheck() : commandCheck(check.command)
}

function toDatabase(
  name: string,
  database: NonNullable<LongshoreFile['databases']>[string],
  { file, line }: { file: string; line: number | null },
): AnalyzedDatabase {
  return {
    engine: database.engine,
    name,
    version: database.version === undefined ? null : String(database.version),
    variables: [],
    supported: isSupported(database.engine),
    confidence: 1,
    evidence: [{ claim: 'engine', file, line, what: `database ${name}` }],
  }
}

function toVariable(
  key: string,
  variable: NonNullable<LongshoreFile['variables']>[string],
  { file, line }: { file: string; line: number | null },
): AnalyzedVariable {
  const said = typeof variable === 'object' ? variable : { default: variable }
  const secret = said.secret ?? isSecretName(key)
  return {
    key,
    required: said.required ?? (said.default === undefined && said.from === undefined),
    secret,
    default: secret || said.default === undefined ? null : String(said.default),
    exceptions: [],
    scope: said.scope ?? (isPublicName(key) ? 'build' : 'runtime'),
    services: said.services ?? [],
    providedBy: said.from ?? null,
    template: null,
    description: said.description ?? null,
    evidence: [{ claim: 'variable', file, line, what: 'stated in the file' }],
  }
}

function tidy(path: string): string {
  const parts = path.split('/').filter((part) => part !== '' && part !== '.')
  return parts.length === 0 ? '.' : parts.join('/')
}

function defined<Fields extends Record<string, unknown>>(
  fields: Fields,
): { [Key in keyof Fields]?: Exclude<Fields[Key], undefined> } {
  const kept: { [Key in keyof Fields]?: Exclude<Fields[Key], undefined> } = {}
  for (const key in fields) {
    const value = fields[key]
    if (isDefined(value)) kept[key] = value
  }
  return kept
}

function isDefined<T>(value: T): value is Exclude<T, undefined> {
  return value !== undefined
}
