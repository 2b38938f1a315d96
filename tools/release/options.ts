/** Options of bin/release. What isn't given as a flag comes from the environment, so that a workflow can set it as a variable. */
import { parseArgs } from 'node:util'

export const architectures = ['amd64', 'arm64'] as const
export type Architecture = (typeof architectures)[number]

export interface ReleaseOptions {
  readonly version: string
  readonly output: string
  readonly isPublished: boolean
  /** Download URL of all releases, without a slash at the end. */
  readonly baseUrl: string
  /** Name of the server image, without tag and digest. */
  readonly imageRepository: string
  /** Private key that signs, as `cosign --key` takes it. Its password is in COSIGN_PASSWORD. */
  readonly key: string
  /** Whether cosign also signs with the identity of the workflow. */
  readonly isKeyless: boolean
  readonly cosign: string
  readonly docker: string
  readonly sourceUrl: string
  readonly dockerAptUrl: string
  /** Replacements for base images: `NAME` or `ARCHITECTURE:NAME`, such as `arm64:NODE_IMAGE`. */
  readonly bases: ReadonlyMap<string, string>
  /** Images in the offline bundle instead of the ones in the lock, in the same form. */
  readonly bundled: ReadonlyMap<string, string>
  /** Folder with compiled programs for servers. Empty: the build compiles them. */
  readonly programs: string
  /** Architectures whose image is built without running anything of it. */
  readonly notCompiled: readonly string[]
}

export const usage = `bin/release VERSION [options]

Builds every file of a release from the current commit into dist/release. Changes nothing else, until you add --publish.

  --publish                  push images, packages, the commit, the tag, and the files
  --output FOLDER            folder for the files (default: dist/release)
  --base-url URL             download URL of releases ($RELEASE_BASE_URL)
  --image REPOSITORY         name of the server image ($RELEASE_IMAGE)
  --key KEY                  private key for cosign ($RELEASE_KEY; its password: $COSIGN_PASSWORD)
  --keyless                  also sign with the identity of the workflow
  --cosign PROGRAM           cosign (default: cosign)
  --docker PROGRAM           docker (default: docker)
  --source URL               URL of the repository ($RELEASE_SOURCE)
  --docker-apt-url URL       Docker's package repositories, before /debian or /ubuntu, for install.sh ($RELEASE_DOCKER_APT_URL)
  --base [ARCH:]NAME=IMAGE   another base image, such as arm64:NODE_IMAGE=node:local
  --bundled [ARCH:]NAME=IMAGE  another image in the offline bundle, such as postgres=postgres:local
  --programs FOLDER          compiled programs for servers
  --not-compiled ARCH        build this architecture without emulation
`

const versionForm = /^\d{1,6}\.\d{1,6}\.\d{1,6}$/

export function readOptions(args: readonly string[], environment: NodeJS.ProcessEnv): ReleaseOptions {
  const text = { type: 'string' } as const
  const list = { type: 'string', multiple: true } as const
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      publish: { type: 'boolean', default: false },
      keyless: { type: 'boolean', default: false },
      output: text,
      'base-url': text,
      image: text,
      key: text,
      cosign: text,
      docker: text,
      source: text,
      'docker-apt-url': text,
      base: list,
      bundled: list,
      programs: text,
      'not-compiled': list,
    },
  })
  const [version = '', ...more] = positionals
  if (!versionForm.test(version) || more.length > 0) throw new Error('name one version, such as 1.4.0')
  return {
    version,
    output: values.output ?? 'dist/release',
    isPublished: values.publish,
    baseUrl: required(values['base-url'] ?? environment.RELEASE_BASE_URL, '--base-url').replace(/\/+$/, ''),
    imageRepository: required(values.image ?? environment.RELEASE_IMAGE, '--image'),
    key: required(values.key ?? environment.RELEASE_KEY, '--key'),
    isKeyless: values.keyless,
    cosign: values.cosign ?? 'cosign',
    docker: values.docker ?? 'docker',
    sourceUrl: required(values.source ?? environment.RELEASE_SOURCE, '--source'),
    dockerAptUrl: values['docker-apt-url'] ?? environment.RELEASE_DOCKER_APT_URL ?? '',
    bases: readPairs(values.base),
    bundled: readPairs(values.bundled),
    programs: values.programs ?? '',
    notCompiled: values['not-compiled'] ?? [],
  }
}

function required(value: string | undefined, flag: string): string {
  if (value === undefined || value === '') throw new Error(`${flag} is missing`)
  return value
}

function readPairs(given: readonly string[] = []): Map<string, string> {
  return new Map(
    given.map((pair) => {
      const [, name, value] = /^((?:\w+:)?[\w./-]+)=(\S+)$/.exec(pair) ?? []
      if (name === undefined || value === undefined) throw new Error(`"${pair}" isn't NAME=IMAGE`)
      return [name, value]
    }),
  )
}

/** The replacement for one architecture comes before the one for all. */
export function replacementOf(
  given: ReadonlyMap<string, string>,
  architecture: Architecture,
  name: string,
): string | undefined {
  return given.get(`${architecture}:${name}`) ?? given.get(name)
}
