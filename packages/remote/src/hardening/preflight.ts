/** Preconditions of a run. Read-only; the first one that isn't met stops the run. */
import type { Evidence } from './evidence/evidence.ts'
import type { Reader } from './evidence/read-evidence.ts'
import { HardeningError, type HardeningErrorCode } from './hardening-error.ts'
import { refusalReason } from './login-policy.ts'
import type { HardeningPlan } from './plan/plan.ts'

const supported: Readonly<Record<string, readonly string[]>> = {
  debian: ['11', '12', '13'],
  ubuntu: ['20.04', '20.10', '21.04', '21.10', '22.04', '22.10', '23.04', '23.10', '24.04', '24.10', '25.04', '25.10', '26.04'],
} // biome-ignore format: a table
const minFreeKilobytes = 100 * 1024
const passwordChecks = ['ssh.password_authentication', 'ssh.kbd_interactive_authentication']

export interface PreflightOptions {
  plan: HardeningPlan
  /** Our public key, `type base64`. */
  publicKey: string
  force: boolean
  signal?: AbortSignal
}

export async function preflight(connection: Reader, evidence: Evidence, options: PreflightOptions): Promise<void> {
  const ask = async (argv: readonly [string, ...string[]]) =>
    await connection.run(argv, {
      deadlineMs: 20_000,
      asRoot: true,
      ...(options.signal === undefined ? {} : { signal: options.signal }),
    })
  requireSystem(evidence)
  requireLogin(evidence)
  requireOthersKeepAccess(evidence, options)
  const systemd = await ask(['test', '-d', '/run/systemd/system'])
  if (systemd.exitCode !== 0) {
    throw refusal('systemd_required', 'systemd does not run this server.', 'The revert timer needs it.')
  }
  const test = await ask(['/usr/sbin/sshd', '-t'])
  if (test.exitCode !== 0) {
    const detail = test.stderr.trim().split('\n').at(-1)?.slice(0, 200) ?? ''
    throw refusal(
      'sshd_config_invalid',
      `sshd refuses its configuration as it is: ${detail}`,
      'Fix it: sshd -t shows the line.',
    )
  }
  const space = await ask(['df', '-Pk', '/var/lib', '/var/lib/longshore', '/etc'])
  const free = space.stdout
    .split('\n')
    .slice(1)
    .map((line) => Number(line.split(/\s+/)[3]))
    .filter(Number.isFinite)
  if (free.length === 0 || Math.min(...free) < minFreeKilobytes) {
    throw refusal(
      'disk_space_low',
      'Less than 100 MB are free for the snapshot.',
      'Free some space, for example with a cleanup.',
    )
  }
  await requireFreePackages(ask)
  await requireOurKey(ask, evidence, options.publicKey)
}

type AskRoot = (argv: readonly [string, ...string[]]) => Promise<{ exitCode: number; stdout: string; stderr: string }>

function requireSystem({ os }: Evidence): void {
  if (supported[os.id]?.includes(os.version) === true) return
  throw refusal(
    'os_not_supported',
    `${os.id} ${os.version} is not one of the systems that hardening was made for.`,
    'Debian 11 to 13 and Ubuntu 20.04 to 26.04 are.',
  )
}

/** A reload would also activate pending changes that Longshore didn't make, and these must not lock it out. */
function requireLogin({ ssh, account, session }: Evidence): void {
  const config = ssh.effective.get(account.name)
  if (config === undefined) {
    throw refusal('sshd_config_invalid', "sshd doesn't show its configuration.", 'Fix it: sshd -t shows the line.')
  }
  const reason = refusalReason(config, { ...account, address: session.clientAddress })
  if (reason !== undefined) {
    const hint = `Change ${reason} so that ${account.name} may sign in, then try again.`
    throw refusal(
      'login_would_be_refused',
      `sshd would refuse us once it reads its configuration again: ${reason}.`,
      hint,
    )
  }
  const ports = (config.get('port') ?? []).map(Number)
  if (ssh.listensBy === 'service' && !ports.includes(session.serverPort)) {
    throw refusal(
      'ssh_port_differs',
      `sshd listens on ${session.serverPort}, its configuration says ${ports.join(', ')}.`,
      'Reload sshd and change the port of this server here, or undo the pending change.',
    )
  }
}

function requireOthersKeepAccess({ people }: Evidence, { plan, force }: PreflightOptions): void {
  const turnsOff = plan.changes.some((change) => change.checks.some((check) => passwordChecks.includes(check)))
  const shutOut = people.filter((person) => person.hasPassword && !person.hasKeys).map((person) => person.name)
  if (!turnsOff || force || shutOut.length === 0) return
  const names = shutOut.slice(0, 10).join(', ')
  throw refusal(
    'password_only_users',
    `These accounts have a password and no key, and could no longer sign in by SSH: ${names}.`,
    'Give them keys, leave the password checks out with checks, or repeat with options.force.',
  )
}

async function requireFreePackages(ask: AskRoot): Promise<void> {
  const inodes = await ask(['stat', '-c', '%i', '/var/lib/dpkg/lock-frontend', '/var/lib/dpkg/lock'])
  const locks = await ask(['cat', '/proc/locks'])
  const held = inodes.stdout.split('\n').filter((inode) => /^\d+$/.test(inode) && locks.stdout.includes(`:${inode} `))
  if (held.length > 0) {
    throw refusal('package_manager_busy', 'Another program is installing packages.', 'Try again when it has finished.')
  }
}

async function requireOurKey(ask: AskRoot, evidence: Evidence, publicKey: string): Promise<void> {
  const person = evidence.people.find((each) => each.name === evidence.account.name)
  const home = person?.home ?? (evidence.account.uid === 0 ? '/root' : `/home/${evidence.account.name}`)
  const patterns = (evidence.ssh.effective.get(evidence.account.name)?.get('authorizedkeysfile') ?? []).flatMap(
    (value) => value.split(/\s+/),
  )
  const files = patterns.map((pattern) => {
    const path = pattern.replaceAll('%h', home).replaceAll('%u', evidence.account.name).replaceAll('%%', '%')
    return path.startsWith('/') ? path : `${home}/${path}`
  })
  const blob = publicKey.split(' ')[1] ?? ''
  for (const file of files) {
    const result = await ask(['grep', '-qF', '--', blob, file])
    if (blob !== '' && result.exitCode === 0) return
  }
  throw refusal(
    'login_key_not_authorized',
    `Longshore's key isn't in any of the files that sshd reads for ${evidence.account.name}.`,
    'Add the public key of this server to ~/.ssh/authorized_keys.',
  )
}

function refusal(code: HardeningErrorCode, message: string, hint: string): HardeningError {
  return new HardeningError(code, message, { hint })
}
