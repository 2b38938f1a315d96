/** CPU profiles of our proxy and bare Caddy under the same load, for `go tool pprof -diff_base`. */
import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { findGo } from '../../e2e/fixtures/go.ts'
import { mustRun } from '../../e2e/fixtures/run.ts'
import { freePorts } from '../../e2e/support/free-ports.ts'
import type { Report } from '../../e2e/support/report.ts'
import { runLoad } from './processes.ts'
import { buildForProfiles, type Programs } from './programs.ts'
import { type Environment, makeCertificates, type Side, startProxy } from './start-proxies.ts'

const seconds = 10
const shownFunctions = 45
const loads = {
  http: ['throughput', '--connections', '64'],
  https: ['throughput', '--tls', '--connections', '64'],
  handshakes: ['handshakes', '--tls', '--connections', '16'],
}

export async function writeProfiles(
  environment: Environment,
  { report, to }: { report: Report; to: string },
): Promise<void> {
  const folder = resolve(to)
  await mkdir(folder, { recursive: true })
  const programs = await buildForProfiles(environment.programs)
  for (const side of ['ours', 'caddy'] as const) await profile({ ...environment, programs }, { side, folder, report })
}

async function profile(
  environment: Environment,
  { side, folder, report }: { side: Side; folder: string; report: Report },
): Promise<void> {
  const { programs } = environment
  const [port = 0] = await freePorts(1)
  process.env.PROFILE_LISTEN = `127.0.0.1:${port}`
  const certificates = await makeCertificates(programs, 1)
  await using proxy = await startProxy(environment, side, { hostnames: 1, certificates })
  for (const [name, args] of Object.entries(loads)) {
    const target = args.includes('--tls') ? proxy.secureTarget : proxy.target
    const load = runLoad<{ requests: number }>(
      programs.load,
      [...args, '--target', target, '--duration', `${seconds + 2}s`],
      seconds,
    )
    const response = await fetch(`http://127.0.0.1:${port}/debug/pprof/profile?seconds=${seconds}`)
    const file = join(folder, `${side}-${name}.pprof`)
    await writeFile(file, new Uint8Array(await response.arrayBuffer()))
    const { requests } = await load
    report.expect(response.ok && requests > 0, `${side}: there is no profile of ${name}`)
    await print(file, programs, side)
  }
}

async function print(file: string, programs: Programs, side: 'ours' | 'caddy' | 'nginx'): Promise<void> {
  const program = side === 'ours' ? programs.ours : programs.caddy
  const args = ['tool', 'pprof', '-top', '-cum', `-nodecount=${shownFunctions}`, program, file]
  console.error(`${file}\n${await mustRun([await findGo(), ...args])}`)
}
