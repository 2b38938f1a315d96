import type { Evidence, LoginUser, SshConfig, SshEvidence, UnitState } from './evidence.ts'
import { parseSshdConfig } from './parse.ts'
import { paths } from './paths.ts'
import type { ReadCommand } from './read-command.ts'

/** Maps keywords of sshd_config to the queries of `ssh -Q`. */
const queries = [
  ['KexAlgorithms', 'kex'],
  ['Ciphers', 'cipher'],
  ['MACs', 'mac'],
  ['HostKeyAlgorithms', 'HostKeyAlgorithms'],
] as const
const maxPeople = 20

export async function readSsh(
  ask: ReadCommand,
  context: {
    account: string
    people: readonly LoginUser[]
    session: Evidence['session']
    units: ReadonlyMap<string, UnitState>
  },
): Promise<SshEvidence> {
  const { account, session, units } = context
  const known = new Map(
    await Promise.all(
      queries.map(async ([keyword, query]) => {
        const lines = (await ask(['ssh', '-Q', query])).stdout.split('\n')
        return [keyword, lines.filter((line) => line !== '')] as const
      }),
    ),
  )
  const names = [account, ...context.people.map((each) => each.name)].slice(0, maxPeople)
  const effective = await readEffective(ask, { names, session })
  const bits = await ask(['ssh-keygen', '-lf', '/etc/ssh/ssh_host_rsa_key.pub'])
  const weak = await ask(['awk', '$5 != "" && $1 !~ /^#/ && $5 < 3071 { n++ } END { print n + 0 }', paths.moduli])
  const listed = await ask(['find', paths.dropInDirectory, '-maxdepth', '1', '-name', '*.conf', '-type', 'f'], {
    asRoot: true,
  })
  const dropIns: { path: string; text: string }[] = []
  for (const path of listed.stdout
    .split('\n')
    .filter((line) => line !== '')
    .toSorted()
    .slice(0, 100)) {
    dropIns.push({ path, text: (await ask(['cat', '--', path], { asRoot: true })).stdout })
  }
  const isService = units.get('ssh.service')?.isActive === true && units.get('ssh.socket')?.isActive !== true
  const configured = isService ? (effective.get(account)?.get('port') ?? []).map(Number) : await readSocketPorts(ask)
  return {
    effective,
    dropIns,
    hasDropInDirectory: listed.exitCode === 0,
    known,
    rsaBits: bits.exitCode === 0 ? Number.parseInt(bits.stdout, 10) : null,
    weakModuli: Number(weak.stdout.trim()) || 0,
    listensBy: isService ? 'service' : 'socket',
    ports: [...new Set([session.serverPort, ...configured.filter((port) => Number.isInteger(port) && port > 0)])],
  }
}

/** Use -C, because Match blocks are invisible without it. */
export async function readEffective(
  ask: ReadCommand,
  { names, session }: { names: readonly string[]; session: Evidence['session'] },
): Promise<Map<string, SshConfig>> {
  const effective = new Map<string, SshConfig>()
  for (const name of new Set(names)) {
    const { clientAddress, serverPort } = session
    const who = `user=${name},host=${clientAddress},addr=${clientAddress},lport=${serverPort}`
    const result = await ask(['/usr/sbin/sshd', '-T', '-C', who], { asRoot: true })
    if (result.exitCode === 0) effective.set(name, parseSshdConfig(result.stdout))
  }
  return effective
}

async function readSocketPorts(ask: ReadCommand): Promise<number[]> {
  const shown = await ask(['systemctl', 'show', '-p', 'Listen', 'ssh.socket'])
  return [...shown.stdout.matchAll(/:(\d{1,5}) \(Stream\)/g)].map((match) => Number(match[1]))
}
