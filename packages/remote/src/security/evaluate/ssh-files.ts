import type { CheckResult } from '../check.ts'
import { type Evidence, Unreadable } from '../evidence.ts'
import { listText } from '../list-text.ts'
import { decide, type Finding, passIf } from '../result.ts'
import { describeMode, type FileMode, isAtMost, loginFilesOf, systemFilesOf } from './file-modes.ts'
import { optionOf, sshdOptionsOf } from './sshd-options.ts'

const ownFolder = '/etc/ssh/'

export function evaluateSshFiles(evidence: Evidence): CheckResult[] {
  return [
    decide('ssh.config_file_modes', () => evaluateConfiguration(evidence)),
    decide('ssh.host_key_file_modes', () => evaluateHostKeys(evidence)),
    decide('ssh.authorized_keys_modes', () => evaluateLogin(evidence)),
    decide('ssh.max_sessions', () => evaluateMaxSessions(evidence)),
    decide('ssh.port', () => evaluatePort(evidence)),
  ]
}

function evaluateConfiguration(evidence: Evidence): Finding {
  const isConfiguration = ({ path, type }: FileMode) =>
    path === '/etc/ssh/sshd_config' || (type === 'f' && path.startsWith('/etc/ssh/sshd_config.d/'))
  const files = unique(systemFilesOf(evidence).filter(isConfiguration))
  if (!files.some(({ path }) => path === '/etc/ssh/sshd_config'))
    throw new Unreadable('no /etc/ssh/sshd_config is listed')
  return evaluateAll(files, (file) => file.owner === 'root' && file.group === 'root' && isAtMost(file, 0o600))
}

function evaluateHostKeys(evidence: Evidence): Finding {
  const paths = sshdOptionsOf(evidence).get('hostkey') ?? []
  const listed = systemFilesOf(evidence)
  if (paths.length === 0) throw new Unreadable('sshd -T names no host key')
  const files = paths.map((path) => {
    const file = listed.find((each) => each.path === path)
    if (file === undefined) throw new Unreadable(`${path} isn't in ${ownFolder}, the only folder that's checked`)
    return file
  })
  return evaluateAll(files, (file) => file.owner === 'root' && isAtMost(file, 0o600))
}

function evaluateLogin(evidence: Evidence): Finding {
  const files = loginFilesOf(evidence)
  for (const path of ['.', './.ssh']) {
    if (!files.some((file) => file.path === path)) throw new Unreadable(`${path} of ${evidence.username} is not listed`)
  }
  const isOwn = ({ owner }: FileMode) => owner === evidence.username || owner === 'root'
  return evaluateAll(files, (file) => isOwn(file) && (file.mode & 0o022) === 0)
}

function evaluateAll(files: readonly FileMode[], isGood: (file: FileMode) => boolean): Finding {
  const bad = files.filter((file) => !isGood(file))
  const evidence = listText((bad.length > 0 ? bad : files).map(describeMode))
  return passIf(bad.length === 0, `${bad.length} of ${files.length} too open`, evidence)
}

/** Files below two nested start points are listed twice. */
function unique(files: readonly FileMode[]): FileMode[] {
  return [...new Map(files.map((file) => [file.path, file])).values()]
}

function evaluateMaxSessions(evidence: Evidence): Finding {
  const value = optionOf(sshdOptionsOf(evidence), 'MaxSessions')
  if (!/^\d{1,9}$/.test(value)) throw new Unreadable('MaxSessions is not a number')
  return passIf(Number(value) >= 10, `MaxSessions ${value}`, `sshd -T: MaxSessions ${value}`)
}

function evaluatePort(evidence: Evidence): Finding {
  if (evidence.connection === undefined) throw new Unreadable('the server does not say which port we came to')
  const { serverPort } = evidence.connection
  return passIf(serverPort !== 22, String(serverPort), `our connection arrives at port ${serverPort}`)
}
