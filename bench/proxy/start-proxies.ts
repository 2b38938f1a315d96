/** Starts one of the three proxies in front of an app, with a folder of its own. */
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hasFlag } from '../../e2e/support/command-line.ts'
import { freePorts } from '../../e2e/support/free-ports.ts'
import { bareConfiguration, environmentOf, nginxConfiguration, ourConfiguration, type Site } from './configurations.ts'
import { placed, runLoad, type Started, start } from './processes.ts'
import type { Programs } from './programs.ts'

const isControl = hasFlag('control')
export const sides = ['ours', 'caddy', 'nginx'] as const
export type Side = (typeof sides)[number]

export interface RunningProxy extends AsyncDisposable {
  readonly side: Side
  readonly target: string
  readonly secureTarget: string
  pssKb(): number
  cpuMs(): number
}

export interface Environment {
  readonly programs: Programs
  readonly app: string
}

/** A folder with a certificate for each hostname. */
export async function makeCertificates({ folder, load }: Programs, hostnames: number): Promise<string> {
  const certificates = await mkdtemp(join(folder, 'certificates-'))
  await runLoad(load, ['certificates', '--folder', certificates, '--hostnames', String(hostnames)], 60)
  return certificates
}

export async function startProxy(
  { programs, app }: Environment,
  side: Side,
  { hostnames, certificates }: Pick<Site, 'hostnames' | 'certificates'>,
): Promise<RunningProxy> {
  const [port = 0, securePort = 0] = await freePorts(2)
  const folder = await mkdtemp(join(programs.folder, `${side}-`))
  const site = { hostnames, certificates, app, port, securePort }
  const argv = await prepare[side === 'ours' && isControl ? 'caddy' : side](programs, site, folder)
  const started: Started = await start(placed('proxy', argv), securePort)
  return {
    side,
    target: `127.0.0.1:${port}`,
    secureTarget: `127.0.0.1:${securePort}`,
    pssKb: started.pssKb,
    cpuMs: started.cpuMs,
    [Symbol.asyncDispose]: async () => {
      await started[Symbol.asyncDispose]()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

type Prepare = (programs: Programs, site: Site, folder: string) => Promise<string[]>

const prepare: Record<Side, Prepare> = {
  /** The files that the verbs `put`, `switch`, and `load` write: for 5,000 hostnames the verbs would take minutes. */
  async ours({ ours }, site, folder) {
    const { caddy, table } = await ourConfiguration(site)
    const data = join(folder, 'data')
    for (let index = 0; index < site.hostnames; index += 1) {
      const up = join(data, 'up', environmentOf(index))
      await mkdir(join(up, 'releases'), { recursive: true })
      await writeFile(join(up, 'releases/dep_a.json'), JSON.stringify({ web: [site.app] }))
      await writeFile(join(up, 'state.json'), JSON.stringify({ fence: 1, previous: null }))
      await symlink('releases/dep_a.json', join(up, 'current'))
    }
    await mkdir(data, { recursive: true })
    const configuration = { version: 1, hash: '', caddy, table, dropped: [] }
    await writeFile(join(data, 'configuration.json'), JSON.stringify(configuration))
    return await inRoot(folder, [ours, 'run'])
  },
  async caddy({ caddy }, site, folder) {
    await cp(site.certificates, join(folder, 'certificates'), { recursive: true })
    await writeFile(join(folder, 'caddy.json'), JSON.stringify(await bareConfiguration(site)))
    return await inRoot(folder, [caddy, '/caddy.json'])
  },
  async nginx(_programs, site, folder) {
    const file = join(folder, 'nginx.conf')
    await writeFile(file, nginxConfiguration(site, folder))
    return ['nginx', '-p', folder, '-e', 'stderr', '-c', file]
  },
}

/** Our proxy has fixed paths, as in its container, so the folder becomes the root of its own namespace. */
async function inRoot(folder: string, [program = '', ...args]: readonly string[]): Promise<string[]> {
  await cp(program, join(folder, 'program'))
  for (const name of ['proc', 'run', 'tmp', 'data']) await mkdir(join(folder, name), { recursive: true })
  const namespace = ['--mount', '--pid', '--fork', '--kill-child=SIGKILL', '--mount-proc', `--root=${folder}`]
  return ['unshare', ...namespace, '/program', ...args]
}
