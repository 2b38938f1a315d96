/** Reads the input of a plan. Changes nothing, and never transfers a secret: no key, no password hash. */
import { sysctlSettings } from '../../security/index.ts'
import type { ServerConnection } from '../../ssh/index.ts'
import { HardeningError } from '../hardening-error.ts'
import type { Evidence } from './evidence.ts'
import { parseAptConfig, parseJail, parseKeyValues, parseModes, parsePackages, parseUnits } from './parse.ts'
import { cronPaths, dockerSocket, homeFiles, paths, readPaths, wantedPackages, watchedUnits } from './paths.ts'
import type { ReadCommand } from './read-command.ts'
import { readFirewall } from './read-firewall.ts'
import { readSsh } from './read-ssh.ts'
import { readUsers } from './read-users.ts'

export type Reader = Pick<ServerConnection, 'run' | 'target'>

/** Concurrent commands over one connection. sshd allows ten sessions by default, and other work uses it too. */
const maxAtOnce = 5

export async function readEvidence(connection: Reader, signal?: AbortSignal): Promise<Evidence> {
  const ask = limited(async (argv, { asRoot = false } = {}) => {
    const options = { deadlineMs: 30_000, asRoot, ...(signal === undefined ? {} : { signal }) }
    return await connection.run(argv, options)
  })
  await requireRoot(ask)
  const text = async (...args: Parameters<ReadCommand>) => (await ask(...args)).stdout
  const [account, session, people, files, os, shownUnits, shownPackages, routes, docker, sysctl, apt] =
    await Promise.all([
      readAccount(ask, connection.target.username),
      readSession(ask),
      readUsers(ask),
      readFiles(ask),
      text(['cat', '/etc/os-release']).then(parseKeyValues),
      text(['systemctl', 'show', '-p', 'Id,LoadState,ActiveState,UnitFileState', ...watchedUnits]),
      // biome-ignore lint/suspicious/noTemplateCurlyInString: dpkg-query replaces it
      text(['dpkg-query', '-W', '-f', '${Package} ${db:Status-Abbrev}\\n', ...wantedPackages]),
      text(['ip', '-4', 'route', 'show', 'default']),
      readDocker(ask),
      text(['sysctl', '-e', ...sysctlSettings.flatMap((each) => each.keys)]).then(parseKeyValues),
      text(['apt-config', 'dump']).then(parseAptConfig),
    ])
  const units = parseUnits(shownUnits)
  const packages = parsePackages(shownPackages)
  const [ssh, firewall, jail] = await Promise.all([
    readSsh(ask, { account: account.name, people, session, units }),
    readFirewall(ask, { packages, units }),
    packages.has('fail2ban') ? text(['fail2ban-client', '-d'], { asRoot: true }) : '',
  ])
  const modePaths = [
    ...readPaths, ...cronPaths, ...ssh.dropIns.map((each) => each.path), paths.dropInDirectory, '/etc/shadow',
    '/etc/gshadow', dockerSocket, '/etc/ssh/ssh_host_rsa_key', '/etc/ssh/ssh_host_ecdsa_key',
    '/etc/ssh/ssh_host_ed25519_key', ...people.flatMap((each) => homeFiles(each.home)),
  ] // biome-ignore format: a list
  return {
    os: { id: os.get('ID') ?? 'unknown', version: os.get('VERSION_ID') ?? '' },
    account,
    session,
    isMultiHomed: routes.split('\n').filter((line) => line.startsWith('default')).length > 1,
    ssh,
    units,
    packages,
    firewall,
    fail2ban: { isInstalled: packages.has('fail2ban'), ...parseJail(jail) },
    sysctl,
    apt,
    docker: { ...docker, daemonJson: files.get(paths.daemonJson) ?? null },
    modes: parseModes(await text(['stat', '-c', '%n %a %U %G %F', ...modePaths], { asRoot: true })),
    files,
    people,
  }
}

function limited(ask: ReadCommand): ReadCommand {
  const waiting: (() => void)[] = []
  let running = 0
  return async (...args) => {
    if (running >= maxAtOnce) await new Promise<void>((resolve) => waiting.push(resolve))
    else running += 1
    try {
      return await ask(...args)
    } finally {
      // Hand the free slot to the next waiting command.
      const next = waiting.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }
}

async function readDocker(ask: ReadCommand): Promise<{ isInstalled: boolean; isSwarm: boolean }> {
  const version = await ask(['docker', '--version'])
  if (version.exitCode !== 0) return { isInstalled: false, isSwarm: false }
  const swarm = await ask(['docker', 'info', '-f', '{{.Swarm.LocalNodeState}}'], { asRoot: true })
  return { isInstalled: true, isSwarm: swarm.stdout.trim() === 'active' }
}

async function requireRoot(ask: ReadCommand): Promise<void> {
  const who = await ask(['id', '-u'], { asRoot: true })
  if (who.exitCode === 0 && who.stdout.trim() === '0') return
  throw new HardeningError('root_not_available', 'The user cannot become root without a password.', {
    hint: 'Sign in as root, or let the user run everything with sudo without a password (NOPASSWD: ALL).',
  })
}

async function readAccount(ask: ReadCommand, name: string) {
  const uid = Number((await ask(['id', '-u'])).stdout.trim())
  const groups = (await ask(['id', '-Gn'])).stdout.trim().split(/\s+/)
  return { name, uid, groups }
}

async function readSession(ask: ReadCommand): Promise<Evidence['session']> {
  const [clientAddress = '', , , port] = (await ask(['printenv', 'SSH_CONNECTION'])).stdout.trim().split(' ')
  const serverPort = Number(port)
  if (clientAddress === '' || !Number.isInteger(serverPort)) {
    throw new HardeningError('ssh_port_differs', 'The server does not say on which port this connection came in.', {
      hint: 'SSH_CONNECTION must be set for sessions; look for a shell start-up file that removes it.',
    })
  }
  return { clientAddress: clientAddress.split('%')[0] ?? '', serverPort }
}

async function readFiles(ask: ReadCommand): Promise<Map<string, string | null>> {
  const read = async (path: string) => {
    const result = await ask(['cat', '--', path], { asRoot: true })
    return [path, result.exitCode === 0 ? result.stdout : null] as const
  }
  return new Map(await Promise.all(readPaths.map(read)))
}
