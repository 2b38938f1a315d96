/** Reads what a plan needs. Changes nothing, and no secret crosses the line: no key, no password hash. */
import { sysctlSettings } from '../../security/index.ts'
import type { ServerConnection } from '../../ssh/index.ts'
import { HardeningError } from '../hardening-error.ts'
import type { Ask } from './ask.ts'
import type { Evidence } from './evidence.ts'
import { parseAptConfig, parseJail, parseKeyValues, parseModes, parsePackages, parseUnits } from './parse.ts'
import { cronPaths, dockerSocket, homeFiles, paths, readPaths, wantedPackages, watchedUnits } from './paths.ts'
import { readFirewall } from './read-firewall.ts'
import { readPeople } from './read-people.ts'
import { readSsh } from './read-ssh.ts'

export type Reader = Pick<ServerConnection, 'run' | 'target'>

export async function readEvidence(connection: Reader, signal?: AbortSignal): Promise<Evidence> {
  const ask: Ask = async (argv, { asRoot = false } = {}) =>
    await connection.run(argv, { deadlineMs: 30_000, asRoot, ...(signal === undefined ? {} : { signal }) })
  await requireRoot(ask)
  const account = await readAccount(ask, connection.target.username)
  const session = await readSession(ask)
  const os = parseKeyValues((await ask(['cat', '/etc/os-release'])).stdout)
  const people = await readPeople(ask)
  const units = parseUnits(
    (await ask(['systemctl', 'show', '-p', 'Id,LoadState,ActiveState,UnitFileState', ...watchedUnits])).stdout,
  )
  const packages = parsePackages(
    // biome-ignore lint/suspicious/noTemplateCurlyInString: dpkg-query replaces it
    (await ask(['dpkg-query', '-W', '-f', '${Package} ${db:Status-Abbrev}\\n', ...wantedPackages])).stdout,
  )
  const files = await readFiles(ask)
  const ssh = await readSsh(ask, { account: account.name, people, session, units })
  const routes = await ask(['ip', '-4', 'route', 'show', 'default'])
  const isDockerThere = (await ask(['docker', '--version'])).exitCode === 0
  const swarm = isDockerThere
    ? await ask(['docker', 'info', '-f', '{{.Swarm.LocalNodeState}}'], { asRoot: true })
    : undefined
  const modePaths = [
    ...readPaths, ...cronPaths, ...ssh.dropIns.map((each) => each.path), paths.dropInDirectory, '/etc/shadow',
    '/etc/gshadow', dockerSocket, '/etc/ssh/ssh_host_rsa_key', '/etc/ssh/ssh_host_ecdsa_key',
    '/etc/ssh/ssh_host_ed25519_key', ...people.flatMap((each) => homeFiles(each.home)),
  ] // biome-ignore format: a list
  return {
    os: { id: os.get('ID') ?? 'unknown', version: os.get('VERSION_ID') ?? '' },
    account,
    session,
    isMultiHomed: routes.stdout.split('\n').filter((line) => line.startsWith('default')).length > 1,
    ssh,
    units,
    packages,
    firewall: await readFirewall(ask, { packages, units }),
    fail2ban: {
      isInstalled: packages.has('fail2ban'),
      ...parseJail(packages.has('fail2ban') ? (await ask(['fail2ban-client', '-d'], { asRoot: true })).stdout : ''),
    },
    sysctl: parseKeyValues((await ask(['sysctl', '-e', ...sysctlSettings.flatMap((each) => each.keys)])).stdout),
    apt: parseAptConfig((await ask(['apt-config', 'dump'])).stdout),
    docker: {
      isInstalled: isDockerThere,
      daemonJson: files.get(paths.daemonJson) ?? null,
      isSwarm: swarm?.stdout.trim() === 'active',
    },
    modes: parseModes((await ask(['stat', '-c', '%n %a %U %G %F', ...modePaths], { asRoot: true })).stdout),
    files,
    people,
  }
}

async function requireRoot(ask: Ask): Promise<void> {
  const who = await ask(['id', '-u'], { asRoot: true })
  if (who.exitCode === 0 && who.stdout.trim() === '0') return
  throw new HardeningError('root_not_available', 'The user cannot become root without a password.', {
    hint: 'Sign in as root, or let the user run everything with sudo without a password (NOPASSWD: ALL).',
  })
}

async function readAccount(ask: Ask, name: string) {
  const uid = Number((await ask(['id', '-u'])).stdout.trim())
  const groups = (await ask(['id', '-Gn'])).stdout.trim().split(/\s+/)
  return { name, uid, groups }
}

async function readSession(ask: Ask): Promise<Evidence['session']> {
  const [clientAddress = '', , , port] = (await ask(['printenv', 'SSH_CONNECTION'])).stdout.trim().split(' ')
  const serverPort = Number(port)
  if (clientAddress === '' || !Number.isInteger(serverPort)) {
    throw new HardeningError('ssh_port_differs', 'The server does not say on which port this connection came in.', {
      hint: 'SSH_CONNECTION must be set for sessions; look for a shell start-up file that removes it.',
    })
  }
  return { clientAddress: clientAddress.split('%')[0] ?? '', serverPort }
}

async function readFiles(ask: Ask): Promise<Map<string, string | null>> {
  const files = new Map<string, string | null>()
  for (const path of readPaths) {
    const result = await ask(['cat', '--', path], { asRoot: true })
    files.set(path, result.exitCode === 0 ? result.stdout : null)
  }
  return files
}
