/** Builds the server image for one architecture and returns its archive, as `docker save` writes it. */
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { readImageArguments } from '../../images/find-references.ts'
import { readLock, referenceOf } from '../../images/lock.ts'
import { type Architecture, type ReleaseOptions, replacementOf } from '../options.ts'
import { run } from '../run.ts'

const proxyStage = /^FROM [^\n]+ AS proxy\n[\s\S]*?(?=^FROM |^# )/m
const programFolder = 'proxy-programs'

/** The commit's own files in an empty folder. */
export async function createContext(context: string, checkout: string, programs: string): Promise<void> {
  await mkdir(context, { recursive: true })
  await run(['git', '-C', checkout, 'archive', '--format=tar', `--output=${context}.tar`, 'HEAD'])
  await run(['tar', '-xf', `${context}.tar`, '-C', context])
  if (programs !== '') await usePrograms(context, programs)
}

/** Replaces the stage that compiles the programs for servers, which takes minutes. */
export async function usePrograms(context: string, programs: string): Promise<void> {
  const path = join(context, 'Dockerfile')
  const dockerfile = await readFile(path, 'utf8')
  if (!proxyStage.test(dockerfile)) throw new Error('the Dockerfile no longer has a stage for the proxy')
  await writeFile(path, dockerfile.replace(proxyStage, `FROM scratch AS proxy\nCOPY ${programFolder} /programs\n\n`))
  await cp(programs, join(context, programFolder), { recursive: true })
  const ignored = await readFile(join(context, '.dockerignore'), 'utf8')
  await writeFile(join(context, '.dockerignore'), ignored.replace(/^\*\n/m, `*\n!${programFolder}\n`))
}

/** The base images of a build, as arguments. */
export async function baseArguments(
  context: string,
  architecture: Architecture,
  bases: ReadonlyMap<string, string>,
): Promise<Map<string, string>> {
  const lock = await readLock()
  const named = readImageArguments(await readFile(join(context, 'Dockerfile'), 'utf8'))
  const found = new Map<string, string>()
  for (const [name, value] of named) {
    if (!name.endsWith('_IMAGE')) continue
    const locked = lock.find((each) => referenceOf({ ...each, digest: null }) === value)
    found.set(name, replacementOf(bases, architecture, name) ?? (locked === undefined ? value : referenceOf(locked)))
  }
  return found
}

export async function buildImage(
  context: string,
  options: Pick<ReleaseOptions, 'bases' | 'docker' | 'notCompiled'>,
  { architecture, tag, archive }: { architecture: Architecture; tag: string; archive: string },
): Promise<void> {
  const bases = await baseArguments(context, architecture, options.bases)
  const compiled = options.notCompiled.includes(architecture) ? 'no' : 'yes'
  const given = [...bases, ['COMPILED', compiled]].flatMap(([name, value]) => ['--build-arg', `${name}=${value}`])
  // A stand-in for a base image is only on this machine.
  const pull = options.bases.size === 0 ? ['--pull'] : ['--network', 'host']
  const args = ['build', '--quiet', '--platform', `linux/${architecture}`, ...pull, ...given, '--tag', tag, context]
  await run([options.docker, ...args], { environment: { DOCKER_BUILDKIT: '1' } })
  await mkdir(dirname(archive), { recursive: true })
  await run([options.docker, 'save', '--output', archive, tag])
}
