/** The words and the environment of one build; pure. Values of secrets are in the environment alone, never in a word. */
import type { BuildRequest } from '../runtime/build-request.ts'
import { programsContext } from './railpack/prepare-dockerfile.ts'

export interface BuildxCall {
  readonly args: string[]
  readonly environment: Record<string, string>
}

export interface BuildTarget {
  /** Socket on this machine that leads to the server's Docker. */
  readonly dockerSocket: string
  /** Of this build alone: the program keeps notes there. */
  readonly settingsDirectory: string
  /** Control group whose limits hold for the build; null: nothing holds. */
  readonly cgroupParent: string | null
  readonly labels: Readonly<Record<string, string>>
  /** For base images, as Docker's own settings write it. */
  readonly registries: string | null
  /** Set: the build sees these programs of Railpack, and its result is files on the standard output, not an image. */
  readonly railpackPrograms?: string
}

/** `BUILDKIT_SYNTAX` would have another program read the Dockerfile; `BUILDKIT_CACHE_MOUNT_NS` is ours. */
const ownArguments = /^BUILDKIT_/

export function buildxArgs(request: BuildRequest, place: BuildTarget): BuildxCall {
  const { arguments: given, secrets } = request
  const args = [
    ...['build', '--builder', 'default', '--progress', 'rawjson', '--provenance=false', '--sbom=false'],
    ...['--file', request.dockerfile, ...resultArgs(request, place)],
    ...Object.entries(place.labels).flatMap(([name, value]) => ['--label', `${name}=${value}`]),
    ...given.filter(([key]) => !ownArguments.test(key)).flatMap(([key, value]) => ['--build-arg', `${key}=${value}`]),
    // Otherwise cache mounts are found by their path alone, and one build could change what another compiles.
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

/** Keys are the user's; the names in the environment are ours, so that none can change what the program does. */
function secretName(index: number): string {
  return `LONGSHORE_SECRET_${index}`
}
