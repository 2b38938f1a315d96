/** Applies the Dockerfiles of the repository to the services that were found. */
import type { AppWarning } from '../app.ts'
import { emptyService } from '../empty-service.ts'
import { onOneLine } from '../formats/one-line.ts'
import { folderOf, nameOf } from '../formats/repository-path.ts'
import { folderRoleOf } from '../ignored.ts'
import type { AnalyzedVariable } from '../reading.ts'
import type { AnalyzedService, Evidence } from '../report.schemas.ts'
import type { Repository } from '../repository.ts'
import { toServiceName } from '../service-name.ts'
import { isNoise, isVariableName } from '../variables/classify-name.ts'
import { isSecretName } from '../variables/secret-name.ts'
import { chooseContext } from './choose-context.ts'
import { chooseDockerfile, findDockerfiles } from './choose-dockerfile.ts'
import { dockerfileWarnings } from './dockerfile-warnings.ts'
import { type DockerfileSettings, interpretDockerfile } from './interpret-dockerfile.ts'
import { readDockerfile } from './read-dockerfile.ts'

export interface DockerfileOverlay {
  readonly services: AnalyzedService[]
  readonly variables: AnalyzedVariable[]
  readonly warnings: AppWarning[]
}

/**
 * Runs after longshore.yaml or compose were applied. A service with a Dockerfile in its folder is built with it; if
 * nothing was found at all, each folder with one becomes a service.
 */
export async function overlayDockerfiles(
  repository: Repository,
  services: readonly AnalyzedService[],
  root: string,
): Promise<DockerfileOverlay> {
  const variables = new Map<string, AnalyzedVariable>()
  const warnings = new Map<string, AppWarning[]>()
  const done: AnalyzedService[] = []
  for (const service of [...services, ...undetected(repository, services, root)]) {
    const path = service.dockerfile?.source === 'repository' ? service.dockerfile.path : chosenFor(service, repository)
    const text = path === null ? null : await repository.text(path)
    if (path === null || text === null) {
      if (path !== null) warnings.set(path, [missing(path, service)])
      done.push(service)
      continue
    }
    const file = readDockerfile(text)
    const settings = interpretDockerfile(file, service.dockerfile?.target ?? null)
    warnings.set(path, dockerfileWarnings(path, file, settings))
    for (const variable of variablesOf(settings, { path, service: service.name })) {
      const key = `${variable.key} ${variable.scope}`
      const known = variables.get(key)
      variables.set(
        key,
        known === undefined
          ? variable
          : { ...known, services: [...new Set([...known.services, service.name])].slice(0, 100) },
      )
    }
    const context = chooseContext(file, { repository, root: service.rootDirectory })
    done.push(apply(service, { path, settings, context }))
  }
  return { services: done, variables: [...variables.values()], warnings: [...warnings.values()].flat() }
}

function chosenFor(service: AnalyzedService, repository: Repository): string | null {
  // A service with an image, or one that explicitly uses Railpack, stays unchanged.
  if (service.builder === 'image' || service.builder === 'railpack') return null
  return chooseDockerfile(repository, service.rootDirectory)
}

/** Folders with a Dockerfile and no detected language. */
function undetected(repository: Repository, services: readonly AnalyzedService[], root: string): AnalyzedService[] {
  if (services.some((service) => service.builder === 'image' || service.dockerfile?.source === 'repository')) return []
  const roots = new Map<string, string>()
  for (const path of findDockerfiles(repository, root)) {
    const folder = folderOf(path)
    if (services.length > 0 && isShelf(folder, root)) continue
    const home = /^(?:\.?docker|deploy|build)$/.test(nameOf(folder)) ? folderOf(folder) : folder
    if (!roots.has(home)) roots.set(home, path)
  }
  const isTaken = (folder: string) => services.some(({ rootDirectory }) => rootDirectory === folder)
  const chosen =
    services.length === 0 && roots.has(root) ? [root] : [...roots.keys()].filter((folder) => !isTaken(folder))
  // In addition to detected services, only separate folders count: a Dockerfile at the root belongs to what is below
  // it.
  const extra =
    services.length === 0 ? chosen : chosen.filter((folder) => folder !== root && !isAround(folder, services))
  return extra.slice(0, 30).map((folder) => ({
    ...emptyService,
    name: nameFor(folder, services),
    rootDirectory: folder,
    builder: 'dockerfile',
    confidence: 0.7,
  }))
}

/** Folders with images for tools and packages, which aren't deployed. */
function isShelf(folder: string, root: string): boolean {
  const inside = root === '.' ? folder : folder.slice(root.length + 1)
  return (
    /^\.?(?:docker|dockerfiles?|images?|containers?|ci)\//.test(`${inside}/`) ||
    folderRoleOf(`${folder}/x`, root) !== 'own'
  )
}

function isAround(folder: string, services: readonly AnalyzedService[]): boolean {
  return services.some(
    ({ rootDirectory }) =>
      rootDirectory === '.' || rootDirectory.startsWith(`${folder}/`) || folder.startsWith(`${rootDirectory}/`),
  )
}

function nameFor(folder: string, services: readonly AnalyzedService[]): string {
  const name = folder === '.' ? 'web' : (toServiceName(nameOf(folder)) ?? 'app')
  return services.some((service) => service.name === name) ? (toServiceName(folder) ?? name) : name
}

function apply(
  service: AnalyzedService,
  { path, settings, context }: { path: string; settings: DockerfileSettings; context: string },
): AnalyzedService {
  const stated = new Set(service.evidence.filter(({ file }) => isStatement(file)).map(({ claim }) => claim))
  const evidence: Evidence[] = [
    { claim: 'builder', file: path, line: settings.chain[0]?.line ?? 1, what: 'Dockerfile' },
  ]
  const place = { file: path, line: settings.chain[0]?.line ?? 1, what: 'Dockerfile' }
  evidence.push({ claim: 'dockerfile', ...place })
  if (!service.evidence.some(({ claim }) => claim === 'kind')) evidence.push({ claim: 'kind', ...place })
  const add = (claim: string, line: number, what: string) =>
    evidence.push({ claim, file: path, line, what: onOneLine(what).slice(0, 300) })
  const port =
    settings.port !== null && !stated.has('port') && service.kind !== 'worker' && service.kind !== 'cron'
      ? settings.port
      : null
  const health = settings.healthCheck !== null && !stated.has('healthCheck') ? settings.healthCheck : null
  const command =
    settings.command !== null && !stated.has('startCommand') && service.sharesImageWith === null
      ? settings.command
      : null
  if (port !== null) add('port', port.line, `EXPOSE ${port.value}`)
  if (health !== null) add('healthCheck', health.line, 'HEALTHCHECK')
  if (command !== null) add('startCommand', command.line, `CMD ${command.value}`)
  const replaced = new Set(evidence.map(({ claim }) => claim))
  const kind = service.kind === 'static' ? 'web' : service.kind
  return {
    ...service,
    kind,
    builder: 'dockerfile',
    dockerfile:
      service.dockerfile?.source === 'repository'
        ? service.dockerfile
        : { source: 'repository', path, context, target: null, text: null },
    port: port?.value ?? service.port,
    healthCheck: health?.value ?? service.healthCheck,
    startCommand: command?.value ?? service.startCommand,
    // The Dockerfile already does this.
    installCommand: null,
    buildCommand: null,
    outputDirectory: null,
    volumes:
      service.volumes.length > 0
        ? service.volumes
        : settings.volumes.slice(0, 20).flatMap(({ value }) => toVolume(value, service.name)),
    confidence: Math.max(service.confidence, 0.9),
    evidence: [
      ...evidence,
      ...service.evidence.filter(({ claim, file }) => !replaced.has(claim) || isStatement(file)),
    ].slice(0, 60),
  }
}

/** Files with explicit statements; they win over the Dockerfile. */
function isStatement(file: string): boolean {
  return /(?:^|\/)(?:longshore\.ya?ml|(?:docker-)?compose[\w.-]*\.ya?ml|Procfile|app\.json|fly\.toml|render\.yaml|railway\.(?:json|toml)|heroku\.yml)$/.test(
    file,
  )
}

function toVolume(path: string, service: string): AnalyzedService['volumes'] {
  if (!path.startsWith('/') || path.includes('$')) return []
  return [
    {
      name: `${service}-${path.replaceAll(/[^A-Za-z0-9]+/g, '-').replace(/^-/, '')}`.slice(0, 100),
      path,
      service: null,
    },
  ]
}

function variablesOf(
  settings: DockerfileSettings,
  { path, service }: { path: string; service: string },
): AnalyzedVariable[] {
  const make = (
    key: string,
    value: string | null,
    place: { line: number; scope: 'build' | 'runtime' },
  ): AnalyzedVariable => ({
    key,
    required: value === null || value === '',
    secret: isSecretName(key),
    default: isSecretName(key) || value === '' ? null : value,
    exceptions: [],
    scope: place.scope,
    services: [service],
    providedBy: null,
    template: null,
    description: null,
    evidence: [{ claim: 'variable', file: path, line: place.line, what: place.scope === 'build' ? 'ARG' : 'ENV' }],
  })
  const found: AnalyzedVariable[] = []
  for (const { value, line } of settings.arguments) {
    if (isSetting(value.key)) found.push(make(value.key, value.value, { line, scope: 'build' }))
  }
  const passed = new Set(settings.arguments.map(({ value }) => value.key))
  for (const { value, line } of settings.environment) {
    // An ENV with a value is set; one that is empty, or a secret, needs a value.
    if (isSetting(value.key) && !passed.has(value.key) && (value.value === '' || isSecretName(value.key)))
      found.push(make(value.key, value.value, { line, scope: 'runtime' }))
  }
  return found
}

/** Tool versions and BuildKit's own variables aren't settings of the app. */
function isSetting(key: string): boolean {
  return (
    isVariableName(key) &&
    !isNoise(key) &&
    !/_VERSION$|^(?:VERSION|TARGETPLATFORM|TARGETOS|TARGETARCH|TARGETVARIANT|BUILDPLATFORM|BUILDOS|BUILDARCH|BUILDKIT_\w+|DEBIAN_FRONTEND|APP_HOME|WORKDIR|USER_ID|GROUP_ID|USER_UID|USER_GID|BASE_IMAGE|VARIANT|PNPM_HOME|UV_\w+|PIP_\w+|POETRY_\w+|BUNDLE_\w+|LD_PRELOAD|COREPACK_\w+|ERL_FLAGS)$/.test(
      key,
    )
  )
}

function missing(path: string, service: AnalyzedService): AppWarning {
  return {
    code: 'dockerfile_missing',
    message: `The Dockerfile of ${service.name}, ${path}, doesn't exist or isn't a text file.`.slice(0, 500),
    hint: 'Correct the path, or remove it so that Longshore generates a Dockerfile.',
    file: path,
    line: null,
  }
}
