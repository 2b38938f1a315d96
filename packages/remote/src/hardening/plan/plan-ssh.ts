/**
 * Plans the sshd configuration: one drop-in that sorts first, because the first value wins, and an Include at the top
 * of the main file when something would be read before it. Settings that are already as strict are left alone, and no
 * host key is created or removed, so that clients with a pinned key still connect.
 */
import { type SshAlgorithms, sshAlgorithms, sshOptions } from '../../security/index.ts'
import type { Evidence, SshConfig } from '../evidence/evidence.ts'
import { paths } from '../evidence/paths.ts'
import type { Change, Checks, Skipped, StagePlan } from './change.ts'
import { type HardeningOptions, riskOf } from './options.ts'
import { needsInclude, parseDropIn, setsAny } from './sshd-text.ts'

interface SshLine {
  check: string
  keyword: string
  value: string
}

const header = '# Written by Longshore. The first value wins, so this file sorts before the others.\n'
const lastHeader =
  '# Written by Longshore. Of MaxStartups sshd takes the last value, so this file sorts after the others.\n'
const include = `# Longshore: read first, because the first value wins.\nInclude ${paths.dropIn}\n`

export function planSsh(evidence: Evidence, selected: ReadonlySet<string>, options: HardeningOptions): StagePlan {
  const skipped: Skipped[] = []
  const own = parseDropIn(evidence.files.get(paths.dropIn) ?? '')
  const last = parseDropIn(evidence.files.get(paths.lastDropIn) ?? '')
  const lines = wantedLines(evidence, selected, options, skipped).filter((line) => {
    const isSet = (line.keyword === 'MaxStartups' ? last : own).get(line.keyword.toLowerCase()) === line.value
    if (isSet) skipped.push({ check: line.check, reason: 'It is set, but another file or a Match block overrides it.' })
    return !isSet
  })
  const changes: Change[] = []
  const startups = lines.find((line) => line.keyword === 'MaxStartups')
  if (startups !== undefined && hasOtherStartups(evidence)) {
    const content = `${lastHeader}MaxStartups ${startups.value}\n`
    changes.push(write(evidence, { path: paths.lastDropIn, content, checks: [startups.check] }))
  }
  if (lines.length > 0) {
    const content = dropInText(own, lines)
    const keywords = [...new Set([...own.keys(), ...lines.map((line) => line.keyword.toLowerCase())])]
    const checks = uniqueChecks(lines)
    changes.push(write(evidence, { path: paths.dropIn, content, checks }))
    const main = evidence.files.get(paths.sshdConfig) ?? ''
    if (needsInclude(main, { dropIns: evidence.ssh.dropIns, keywords })) {
      changes.push(write(evidence, { path: paths.sshdConfig, content: include + main, checks }))
    }
  }
  if (selected.has('ssh.dh_moduli') && evidence.ssh.weakModuli > 0) changes.push(filterModuli(evidence.ssh.weakModuli))
  return { changes, skipped }
}

function hasOtherStartups({ ssh }: Evidence): boolean {
  const others = ssh.dropIns.filter(({ path }) => path !== paths.dropIn && path !== paths.lastDropIn)
  return others.some(({ text }) => setsAny(text, ['maxstartups']))
}

/** Lines for the settings that aren't in force yet. */
function wantedLines(
  evidence: Evidence,
  selected: ReadonlySet<string>,
  options: HardeningOptions,
  skipped: Skipped[],
): SshLine[] {
  const configs = [...evidence.ssh.effective.values()]
  const lines: SshLine[] = []
  for (const option of sshOptions) {
    if (!selected.has(option.check) || isDropped(option.check, selected)) continue
    if (option.check === 'ssh.no_root_login' && evidence.account.uid === 0) {
      skipped.push({ check: option.check, reason: 'We sign in as root; it would shut us out.' })
      continue
    }
    if (!configs.every((config) => isAtLeastAsStrict(option.keyword, option.value, config))) lines.push(option)
  }
  for (const list of sshAlgorithms) {
    if (!selected.has(list.check)) continue
    const wanted = allowedAlgorithms(evidence, list, options)
    if (typeof wanted === 'string') skipped.push({ check: list.check, reason: wanted })
    else if (!configs.every((config) => hasOnly(config, list.keyword, wanted))) {
      lines.push({ check: list.check, keyword: list.keyword, value: wanted.join(',') })
    }
  }
  return lines
}

/** PermitRootLogin has two checks; `no` is the stricter one. */
function isDropped(check: string, selected: ReadonlySet<string>): boolean {
  return check === 'ssh.permit_root_login' && selected.has('ssh.no_root_login')
}

const stricter: Readonly<Record<string, (value: string) => boolean>> = {
  permitrootlogin: (value) => /^(no|prohibit-password|without-password|forced-commands-only)$/.test(value),
  maxauthtries: (value) => Number(value) <= 3,
  logingracetime: (value) => Number(value) >= 1 && Number(value) <= 30,
  maxstartups: (value) => value.split(':').every((part, index) => Number(part) <= ([10, 30, 60][index] ?? 0)),
  clientaliveinterval: (value) => Number(value) >= 1 && Number(value) <= 300,
  clientalivecountmax: (value) => Number(value) >= 1 && Number(value) <= 3,
  loglevel: (value) => /^(VERBOSE|DEBUG[123]?)$/i.test(value),
}

export function isAtLeastAsStrict(keyword: string, wanted: string, config: SshConfig): boolean {
  const name = keyword.toLowerCase()
  const values =
    config.get(name) ??
    (name === 'kbdinteractiveauthentication' ? config.get('challengeresponseauthentication') : undefined)
  const [value] = values ?? []
  if (value === undefined) return false
  if (value.toLowerCase() === wanted.toLowerCase()) return true
  return wanted !== 'no' && stricter[name]?.(value) === true
}

export function hasOnly(config: SshConfig, keyword: string, allowed: readonly string[]): boolean {
  const [value] = config.get(keyword.toLowerCase()) ?? []
  return value?.split(',').every((name) => allowed.includes(name)) === true
}

function allowedAlgorithms(evidence: Evidence, list: SshAlgorithms, options: HardeningOptions): string[] | string {
  const known = evidence.ssh.known.get(list.keyword) ?? []
  const isWeakRsa = evidence.ssh.rsaBits !== null && evidence.ssh.rsaBits < 3072
  const hasEd25519 = options.pinnedKeyTypes.includes('ssh-ed25519')
  const wanted = list.allowed.filter((name) => known.includes(name))
  if (wanted.length === 0) return 'This OpenSSH knows none of the strong ones.'
  if (list.keyword !== 'HostKeyAlgorithms') return wanted
  const offered = wanted.filter((name) => !(isWeakRsa && hasEd25519 && name.startsWith('rsa-')))
  const keepsPin = options.pinnedKeyTypes.some(
    (type) => offered.includes(type) || (type === 'ssh-rsa' && offered.some((name) => name.startsWith('rsa-sha2-'))),
  )
  return keepsPin ? offered : 'The server would no longer offer a pinned host key.'
}

function dropInText(own: ReadonlyMap<string, string>, lines: readonly SshLine[]): string {
  const values = new Map(own)
  const spelling = new Map([...sshOptions, ...sshAlgorithms].map((each) => [each.keyword.toLowerCase(), each.keyword]))
  for (const line of lines) values.set(line.keyword.toLowerCase(), line.value)
  const text = [...values].map(([name, value]) => `${spelling.get(name) ?? name} ${value}\n`).toSorted()
  return header + text.join('')
}

function write(
  evidence: Evidence,
  { path, content, checks }: { path: string; content: string; checks: Checks },
): Change {
  return {
    stage: 'ssh',
    checks,
    file: path,
    before: evidence.files.get(path) ?? '',
    after: content,
    risk: riskOf(checks),
    action: { kind: 'write', path, mode: '0600', content },
  }
}

function filterModuli(count: number): Change {
  const checks: Checks = ['ssh.dh_moduli']
  return {
    stage: 'ssh',
    checks,
    file: paths.moduli,
    before: `${count} groups of less than 3071 bits\n`,
    after: '0 groups of less than 3071 bits\n',
    risk: riskOf(checks),
    action: { kind: 'filter_moduli' },
  }
}

function uniqueChecks(lines: readonly SshLine[]): Checks {
  const [first = 'ssh.password_authentication', ...rest] = [...new Set(lines.map((line) => line.check))]
  return [first, ...rest]
}
