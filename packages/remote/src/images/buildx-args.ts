/**
 * Arguments and environment of one build; pure. Values of secrets are only in the environment, never in an argument.
 */
import type { BuildRequest } from '../runtime/build-request.ts'
import { programsContext } from './railpack/prepare-dockerfile.ts'

export interface BuildxCall {
  readonly args: string[]
  readonly environment: Record<string, string>
}

export interface BuildTarget {
  /** Local socket that forwards to the server's Docker. */
  readonly dockerSocket: string
  /** Folder for the program's own files, used by this build only. */
  readonly settingsDirectory: string
  /** Control group whose limits apply to the build; null if no limits are enforced. */
  readonly cgroupParent: string | null
  readonly labels: Readonly<Record<string, string>>
  /** Credentials for base images in the format of Docker's settings. */
  readonly registries: string | null
  /** If set, the build sees these Railpack programs, and its result is files on standard output instead of an image. */
  readonly railpackPrograms?: string
}

/** `BUILDKIT_SYNTAX` would let another program read the Dockerfile; `BUILDKIT_CACHE_MOUNT_NS` is ours. */
const ownArguments = /^BUILDKIT_/

export function buildxArgs(request: BuildRequest, place: BuildTarget): BuildxCall {
  const { arguments: given, secrets } = request
  const args = [
    ...['build', '--builder', 'default', '--progress', 'rawjson', '--provenance=false', '--sbom=false'],
    ...['--file', request.dockerfile, ...resultArgs(request, place)],
    ...Object.entries(place.labels).flatMap(([name, value]) => ['--label', `${name}=${value}`]),
    ...given.filter(([key]) => !ownArguments.test(key)).flatMap(([key, value]) => ['--build-arg', `${key}=${value}`]),
    // Otherwise cache mounts are identified by their path alone, and one build could change what another compiles.
    ...['--build-arg', `BUILDKIT_CACHE_MOUNT_NS=${request.cacheNamespace}`],
    ...secrets.flatMap(([key], index) => ['--secret', `id=${key},env=${secretName(index)}`]),
    ...(request.target === null ? [] : ['--target', request.target]),
    ...(request.useCache ? [] : ['--no-cache']),
    ...(place.cgroupParent === null ? [] : ['--cgroup-parent', place.cgroupParent]),
    ...['--', request.contextDirectory],
  ]
  const environment = {
    HOME: place.settingsDirectory,
    DOCKER_CONFIG: place.settingsDirectory,
    DOCKER_HOST: `unix://${place.dockerSocket}`,
    BUILDX_NO_DEFAULT_ATTESTATIONS: '1',
    ...(place.registries === null ? {} : { DOCKER_AUTH_CONFIG: place.registries }),
    ...Object.fromEntries(secrets.map(([, value], index) => [secretName(index), value])),
  }
  return { args, environment }
}

function resultArgs({ tag }: BuildRequest, { railpackPrograms }: BuildTarget): string[] {
  if (railpackPrograms === undefined) return ['--tag', tag]
  return ['--build-context', `${programsContext}=${railpackPrograms}`, '--output', 'type=tar,dest=-']
}

/** Users choose the keys; we choose the names in the environment, so that no key can change what the program does. */
function secretName(index: number): string {
  return `LONGSHORE_SECRET_${index}`
}
