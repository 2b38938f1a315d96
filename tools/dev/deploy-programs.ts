/**
 * The two programs that a worker deploys with: docker-buildx, from the usual folders of distributions, and the proxy
 * program, built once into the cache while everything else starts. Missing programs are reported at the start, not by
 * the first deployment.
 */
import { constants } from 'node:fs'
import { access, readdir } from 'node:fs/promises'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import { cacheFolder } from '../../e2e/fixtures/cache.ts'
import { ensureProxyProgram, hasPrograms, proxyProgramFolder } from '../../e2e/fixtures/proxy-program.ts'

export interface DeployPrograms {
  /** The worker's settings; missing ones keep their defaults. */
  environment: { BUILDX_PROGRAM?: string; PROXY_PROGRAMS_DIRECTORY?: string }
  /** Notes for the developer. */
  notes: string[]
  /** Resolves when the proxy program is ready, with a message about it. */
  preparing: Promise<string | null>
}

const usualProxyFolder = '/usr/local/lib/longshore/proxy'
const pluginFolders = [
  '/usr/libexec/docker/cli-plugins',
  '/usr/lib/docker/cli-plugins',
  '/usr/local/lib/docker/cli-plugins',
  '/usr/local/libexec/docker/cli-plugins',
  join(homedir(), '.docker/cli-plugins'),
]

const noBuildx =
  'docker-buildx is missing: images can be deployed, but nothing can be built. Install it (Debian: docker-buildx, ' +
  "Docker's packages: docker-buildx-plugin) or set BUILDX_PROGRAM to its absolute path, then start again."

export async function findDeployPrograms(): Promise<DeployPrograms> {
  const environment: DeployPrograms['environment'] = {}
  const notes: string[] = []
  const buildx = await findBuildx()
  if (buildx === null) notes.push(noBuildx)
  else environment.BUILDX_PROGRAM = buildx
  const given = process.env.PROXY_PROGRAMS_DIRECTORY
  if (given !== undefined || (await isReadable(usualProxyFolder))) {
    const folder = given ?? usualProxyFolder
    if (!(await isReadable(folder)))
      notes.push(`PROXY_PROGRAMS_DIRECTORY names ${folder}, which is not there: nothing can be deployed.`)
    return { environment, notes, preparing: Promise.resolve(null) }
  }
  environment.PROXY_PROGRAMS_DIRECTORY = await proxyProgramFolder()
  if (hasPrograms(environment.PROXY_PROGRAMS_DIRECTORY)) return { environment, notes, preparing: Promise.resolve(null) }
  notes.push("the proxy's program is being built, once, for some minutes; the first deployment has to wait for it.")
  return { environment, notes, preparing: buildProxy() }
}

async function buildProxy(): Promise<string> {
  try {
    await ensureProxyProgram()
    return "the proxy's program is built: deployments can begin."
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error)
    return `the proxy's program could not be built, so nothing can be deployed. It needs Go 1.26 or newer on PATH (without one, Go is fetched from PyPI), and its modules from the network. Or set PROXY_PROGRAMS_DIRECTORY to a folder that has it.\n${cause}`
  }
}

async function findBuildx(): Promise<string | null> {
  const given = process.env.BUILDX_PROGRAM
  if (given !== undefined) return (await isRunnable(given)) ? given : null
  const cached = (await readdir(cacheFolder).catch(() => [])).filter((name) => name.startsWith('buildx-'))
  const folders = [
    ...pluginFolders,
    ...(process.env.PATH ?? '').split(delimiter).filter((folder) => folder.startsWith('/')),
    // The suites extract one from a target's image.
    ...cached.map((name) => join(cacheFolder, name)),
  ]
  for (const folder of folders) {
    const program = join(folder, 'docker-buildx')
    if (await isRunnable(program)) return program
  }
  return null
}

async function isRunnable(path: string): Promise<boolean> {
  return await access(path, constants.X_OK).then(
    () => true,
    () => false,
  )
}

async function isReadable(path: string): Promise<boolean> {
  return await access(path, constants.R_OK).then(
    () => true,
    () => false,
  )
}
