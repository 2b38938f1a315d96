/** Parses the output of the server's programs. Pure. Text that isn't understood is omitted, never guessed. */
import type { FileMode, SshConfig, UnitState } from './evidence.ts'

export function parseKeyValues(text: string): Map<string, string> {
  const values = new Map<string, string>()
  for (const line of text.split('\n')) {
    const at = line.indexOf('=')
    if (at > 0) values.set(line.slice(0, at).trim(), unquote(line.slice(at + 1).trim()))
  }
  return values
}

/** Parses `sshd -T`: one keyword and its value per line; keywords can repeat. */
export function parseSshdConfig(text: string): SshConfig {
  const values = new Map<string, string[]>()
  for (const line of text.split('\n')) {
    const at = line.indexOf(' ')
    if (at < 1) continue
    const keyword = line.slice(0, at).toLowerCase()
    values.set(keyword, [...(values.get(keyword) ?? []), line.slice(at + 1).trim()])
  }
  return values
}

/** Parses `systemctl show -p Id,LoadState,ActiveState,UnitFileState`: blocks separated by empty lines. */
export function parseUnits(text: string): Map<string, UnitState> {
  const units = new Map<string, UnitState>()
  for (const block of text.split('\n\n')) {
    const values = parseKeyValues(block)
    const id = values.get('Id')
    if (id === undefined) continue
    units.set(id, {
      isLoaded: values.get('LoadState') === 'loaded',
      isEnabled: values.get('UnitFileState') === 'enabled',
      isActive: values.get('ActiveState') === 'active',
    })
  }
  return units
}

/** Parses `dpkg-query -W -f '${Package} ${db:Status-Abbrev}\n'`. */
export function parsePackages(text: string): Set<string> {
  const installed = text.split('\n').filter((line) => /^\S+ ii/.test(line))
  return new Set(installed.map((line) => line.split(' ')[0] ?? ''))
}

/** Parses `stat -c '%n %a %U %G %F'`. */
export function parseModes(text: string): Map<string, FileMode> {
  const modes = new Map<string, FileMode>()
  for (const line of text.split('\n')) {
    const [path, mode, owner, group, ...kind] = line.split(' ')
    if (path === undefined || mode === undefined || owner === undefined || group === undefined) continue
    if (!/^[0-7]{1,4}$/.test(mode) || kind[0] === 'symbolic') continue
    modes.set(path, { mode: Number.parseInt(mode, 8), owner, group, isDirectory: kind[0] === 'directory' })
  }
  return modes
}

/** Parses `apt-config dump`: `Name "value";`, lists as `Name:: "value";`. */
export function parseAptConfig(text: string): Map<string, string[]> {
  const values = new Map<string, string[]>()
  for (const line of text.split('\n')) {
    const at = line.indexOf(' "')
    if (at < 1 || !line.endsWith('";')) continue
    const name = line.slice(0, at)
    values.set(name, [...(values.get(name) ?? []), line.slice(at + 2, -2)])
  }
  return values
}

/** Parses `fail2ban-client -d`, which prints one Python list per line. */
export function parseJail(text: string): {
  hasJail: boolean
  backend: string | null
  banSeconds: number | null
  ignored: string[]
} {
  let backend: string | null = null
  let banSeconds: number | null = null
  const ignored: string[] = []
  for (const line of text.split('\n')) {
    const fields = [...line.matchAll(/'([^']*)'|(\d+)/g)].map((match) => match[1] ?? match[2] ?? '')
    if (fields[0] === 'add' && fields[1] === 'sshd') backend = fields[2] ?? null
    if (fields[0] !== 'set' || fields[1] !== 'sshd') continue
    if (fields[2] === 'bantime') banSeconds = parseSeconds(fields[3] ?? '')
    if (fields[2] === 'addignoreip') ignored.push(...fields.slice(3))
  }
  return { hasJail: backend !== null, backend, banSeconds, ignored }
}

const unitSeconds: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 }

function parseSeconds(text: string): number | null {
  if (text === '-1') return Number.POSITIVE_INFINITY
  const match = /^(\d{1,9})([smhdw]?)$/.exec(text)
  return match === null ? null : Number(match[1]) * (unitSeconds[match[2] ?? ''] ?? 1)
}

/** Parses `ss -Hltnp`: programs that listen on other addresses than loopback. */
export function parseListeners(text: string): { port: number; program: string }[] {
  return text.split('\n').flatMap((line) => {
    const local = line.split(/\s+/)[3] ?? ''
    const at = local.lastIndexOf(':')
    const [address = ''] = local.slice(0, at).replace('[', '').replace(']', '').split('%')
    const port = Number(local.slice(at + 1))
    if (!Number.isInteger(port) || port < 1 || address.startsWith('127.') || address === '::1') return []
    return [{ port, program: /\(\("([^"]{1,40})"/.exec(line)?.[1] ?? 'unknown' }]
  })
}

function unquote(text: string): string {
  return /^".*"$/.test(text) || /^'.*'$/.test(text) ? text.slice(1, -1) : text
}
