/**
 * Verifies the server before a confirmation, over a new login on a new TCP connection: an older connection would keep
 * working even if no one could sign in.
 */
import type { ServerConnection } from '../ssh/index.ts'
import type { Baseline } from './baseline.ts'
import type { SshConfig } from './evidence/evidence.ts'
import { paths } from './evidence/paths.ts'
import { readEffective } from './evidence/read-ssh.ts'
import { lastLine } from './guard/guard.ts'
import { HardeningError } from './hardening-error.ts'
import type { Change } from './plan/change.ts'
import { egressChain } from './plan/plan-egress.ts'
import { hasOnly, isAtLeastAsStrict } from './plan/plan-ssh.ts'
import { parseDropIn } from './plan/sshd-text.ts'

type Runner = Pick<ServerConnection, 'run'>

type PublishedPort = Baseline['ports'][number]

export async function verifyServer(
  fresh: Runner,
  { baseline, changes }: { baseline: Baseline; changes: readonly Pick<Change, 'file' | 'after'>[] },
  signal?: AbortSignal,
): Promise<void> {
  const run: Run = async (argv, asRoot = false) =>
    await fresh.run(argv, { deadlineMs: 20_000, asRoot, ...(signal === undefined ? {} : { signal }) })
  if ((await run(['true'])).exitCode !== 0) throw failed('fresh_login_failed', 'A fresh login cannot run commands')
  if ((await run(['true'], true)).exitCode !== 0) throw failed('sudo_failed', 'sudo no longer works without a password')
  if (baseline.hasDocker) {
    const docker = await run(['docker', 'version', '-f', '{{.Server.Version}}'])
    if (docker.exitCode !== 0) throw failed('docker_failed', `Docker no longer responds: ${lastLine(docker)}`)
  }
  await verifySsh(run, { baseline, changes })
  await verifyEgress(run, changes)
  await verifyPorts(run, baseline.ports)
}

type Run = (argv: readonly [string, ...string[]], asRoot?: boolean) => ReturnType<Runner['run']>

/** Another firewall can flush the rules the moment they are added. */
async function verifyEgress(run: Run, changes: readonly Pick<Change, 'file' | 'after'>[]): Promise<void> {
  if (!changes.some((change) => change.file === paths.egressUnit)) return
  const jump = await run(['iptables', '-w', '10', '-C', 'DOCKER-USER', '-j', egressChain], true)
  const rules = await run(['iptables', '-w', '10', '-S', egressChain], true)
  if (jump.exitCode === 0 && rules.stdout.includes('-j REJECT')) return
  throw failed('egress_not_limited', `The rules for connections of containers are not in force: ${lastLine(jump)}`)
}

/** Verify every account: a Match block can override a setting for one of them. */
async function verifySsh(
  run: Run,
  { baseline, changes }: { baseline: Baseline; changes: readonly Pick<Change, 'file' | 'after'>[] },
): Promise<void> {
  const written = changes.find((change) => change.file === paths.dropIn)
  if (written === undefined) return
  const ask = async (argv: readonly [string, ...string[]]) => await run(argv, true)
  const effective = await readEffective(ask, { names: baseline.names, session: baseline.session })
  for (const name of baseline.names) {
    for (const [keyword, value] of parseDropIn(written.after)) {
      const config = effective.get(name)
      if (config !== undefined && isInForce(keyword, value, config)) continue
      throw new HardeningError('setting_overridden', `${keyword} ${value} is not in force for ${name}.`, {
        hint: 'Another file in /etc/ssh/sshd_config.d or a Match block sets it; change that, or leave the check out.',
      })
    }
  }
}

function isInForce(keyword: string, value: string, config: SshConfig): boolean {
  return (
    isAtLeastAsStrict(keyword, value, config) || (value.includes(',') && hasOnly(config, keyword, value.split(',')))
  )
}

/** Published ports that accepted connections before must still do so. */
async function verifyPorts(run: Run, ports: readonly PublishedPort[]): Promise<void> {
  for (const { address, port } of ports) {
    if (!(await acceptsConnections(run, { address, port }))) {
      throw failed('published_port_silent', `Port ${port} of a container no longer responds`)
    }
  }
}

export async function readPublishedPorts(fresh: Runner, signal?: AbortSignal): Promise<PublishedPort[]> {
  const run: Run = async (argv, asRoot = false) =>
    await fresh.run(argv, { deadlineMs: 20_000, asRoot, ...(signal === undefined ? {} : { signal }) })
  const listed = await run(['docker', 'ps', '--format', '{{.Ports}}'], true)
  if (listed.exitCode !== 0) return []
  const found = [...listed.stdout.matchAll(/(\d{1,3}(?:\.\d{1,3}){3}):(\d{1,5})->\d+\/tcp/g)].map((match) => ({
    address: match[1] === '0.0.0.0' ? '127.0.0.1' : (match[1] ?? ''),
    port: Number(match[2]),
  }))
  const reachable: PublishedPort[] = []
  for (const each of found.slice(0, 50)) if (await acceptsConnections(run, each)) reachable.push(each)
  return reachable
}

/**
 * curl and nc can be missing, and bash's /dev/tcp isn't a program. Python, perl, and curl are tried one after the
 * other.
 */
async function acceptsConnections(run: Run, { address, port }: PublishedPort): Promise<boolean> {
  const perl = await run([
    'perl', '-MIO::Socket::INET', '-e', 'exit(IO::Socket::INET->new(PeerAddr=>$ARGV[0],PeerPort=>$ARGV[1],Timeout=>5)?0:1)',
    address, String(port),
  ]) // biome-ignore format: one command
  return perl.exitCode === 0
}

function failed(
  code: 'fresh_login_failed' | 'sudo_failed' | 'docker_failed' | 'published_port_silent' | 'egress_not_limited',
  what: string,
) {
  return new HardeningError(code, `${what}.`, {
    hint: 'Everything was restored. Fix it on the server, or leave out the checks that cause it.',
  })
}
