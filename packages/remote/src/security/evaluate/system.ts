import type { CheckResult } from '../check.ts'
import { type Evidence, linesOf, sectionsOf, Unreadable, wholeOf } from '../evidence.ts'
import { inspectedFiles } from '../gather/probes.ts'
import { listText } from '../list-text.ts'
import { decide, type Finding, notApplicable, passIf } from '../result.ts'
import { describeMode, findFile, isAtMost } from './file-modes.ts'
import { packagesOf } from './packages.ts'
import { isContainer, unitsOf } from './services.ts'

const timeServices = ['systemd-timesyncd', 'chrony', 'chronyd', 'ntpsec', 'ntp', 'ntpd', 'openntpd']
const insecurePackages = [
  ...['telnetd', 'inetutils-telnetd', 'telnetd-ssl', 'rsh-server', 'rsh-redone-server', 'nis', 'ypserv'],
  ...['tftpd', 'tftpd-hpa', 'atftpd', 'inetutils-inetd'],
]
const smallMemoryKib = 4 * 1024 * 1024
const mostUsed = 0.9

export function evaluateSystem(evidence: Evidence): CheckResult[] {
  return [
    decide('system.time_sync', () => evaluateTime(evidence)),
    decide('system.insecure_services', () => evaluatePackages(evidence)),
    decide('system.cron_modes', () => evaluateCron(evidence)),
    decide('system.core_dumps', () => evaluateCoreDumps(evidence)),
    decide('system.swap', () => evaluateSwap(evidence)),
    decide('system.disk_space', () => evaluateDisk(evidence)),
  ]
}

function evaluateTime(evidence: Evidence): Finding {
  const units = unitsOf(evidence)
  const active = timeServices.filter((name) => units.get(`${name}.service`)?.isActive)
  if (active.length === 0 && isContainer(evidence)) return notApplicable('a container has the clock of its host')
  return passIf(active.length > 0, listText(active) || 'none', `running: ${listText(active) || 'no time service'}`)
}

function evaluatePackages(evidence: Evidence): Finding {
  const packages = packagesOf(evidence)
  const found = insecurePackages.filter((name) => packages.get(name) === 'installed')
  return passIf(found.length === 0, listText(found) || 'none', `installed: ${listText(found) || 'none of them'}`)
}

function evaluateCron(evidence: Evidence): Finding {
  const files = inspectedFiles.cron.map((path) => findFile(evidence, path)).filter((file) => file !== undefined)
  if (files.length === 0) return notApplicable('cron is not installed')
  const bad = files.filter((file) => file.owner !== 'root' || file.group !== 'root' || !isAtMost(file, 0o700))
  return passIf(
    bad.length === 0,
    `${bad.length} of ${files.length} too open`,
    listText((bad.length > 0 ? bad : files).map(describeMode)),
  )
}

/** Matches `* hard core 0`; `-` sets both limits. The last line for all users counts. */
function evaluateCoreDumps(evidence: Evidence): Finding {
  const files = sectionsOf(wholeOf(evidence, 'limits').text)
  if (files.size === 0) throw new Unreadable('no limits.conf could be read')
  const lines = [...files].flatMap(([file, text]) =>
    linesOf(text).map((line) => ({ file, words: line.trim().split(/\s+/) })),
  )
  const core = lines.filter(
    ({ words }) => words[0] === '*' && (words[1] === 'hard' || words[1] === '-') && words[2] === 'core',
  )
  const last = core.at(-1)
  const value = last?.words[3] ?? 'not set'
  return passIf(
    value === '0',
    `hard core ${value}`,
    last === undefined ? 'no line of limits.conf sets it for everybody' : last.file,
  )
}

function evaluateSwap(evidence: Evidence): Finding {
  const lines = linesOf(sectionsOf(wholeOf(evidence, 'memory').text).get('/proc/meminfo') ?? '')
  const kib = (name: string) => {
    const [, digits] =
      /^(\d{1,15}) kB$/.exec(
        lines
          .find((line) => line.startsWith(`${name}:`))
          ?.slice(name.length + 1)
          .trim() ?? '',
      ) ?? []
    if (digits === undefined) throw new Unreadable(`/proc/meminfo does not say ${name}`)
    return Number(digits)
  }
  const swap = kib('SwapTotal')
  const memory = kib('MemTotal')
  if (swap === 0 && memory >= smallMemoryKib)
    return notApplicable(`${Math.round(memory / 1024)} MiB of memory need no swap`)
  return passIf(swap > 0, `${Math.round(swap / 1024)} MiB`, `/proc/meminfo: SwapTotal ${Math.round(swap / 1024)} MiB`)
}

/** Columns of `df -P`: file system, size, used, free, percent, mount point. */
function evaluateDisk(evidence: Evidence): Finding {
  const [header = '', ...rows] = linesOf(wholeOf(evidence, 'disks').text)
  if (!header.startsWith('Filesystem')) throw new Unreadable('df printed no table')
  const disks = rows.map((row) => {
    const [, used = '', free = '', , where = ''] = row.split(/ +/).slice(1)
    const share = Number(used) / (Number(used) + Number(free))
    if (!Number.isFinite(share) || !where.startsWith('/'))
      throw new Unreadable('df printed a row that could not be parsed')
    return { where, share }
  })
  if (!disks.some(({ where }) => where === '/')) throw new Unreadable('df says nothing about /')
  const shown = disks.map(({ where, share }) => `${where} ${Math.round(share * 100)} %`)
  return passIf(
    disks.every(({ share }) => share <= mostUsed),
    listText(shown),
    `in use: ${listText(shown)}`,
  )
}
