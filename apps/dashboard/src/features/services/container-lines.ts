/**
 * Lists of a container's settings as lines: `/tmp 64 MiB`, `nofile=1024:2048`, `net.core.somaxconn=1024`, and
 * `db.example.com=10.1.2.3`. Reading what
 * was written gives the same entries. Pure.
 */
import type { ServiceRequest } from '@longshore/sdk'
import { formatSize, readSize } from './byte-size.ts'
import { joinCommand, splitCommand } from './split-command.ts'

type Container = NonNullable<ServiceRequest['container']>
export type MemoryFolder = NonNullable<Container['memoryFolders']>[number]
export type Ulimit = NonNullable<Container['ulimits']>[number]
export type ExtraHost = NonNullable<Container['extraHosts']>[number]
export type Sysctls = NonNullable<Container['sysctls']>

export interface Lines<Entry> {
  entries: Entry[]
  /** Numbers of the lines that can't be read, from 1. */
  unreadable: number[]
}

export function readMemoryFolders(text: string): Lines<MemoryFolder> {
  return readLines(text, readMemoryFolder)
}

export function formatMemoryFolders(folders: readonly MemoryFolder[]): string {
  return folders.map(formatMemoryFolder).join('\n')
}

export function readUlimits(text: string): Lines<Ulimit> {
  return readLines(text, readUlimit)
}

export function formatUlimits(ulimits: readonly Ulimit[]): string {
  return ulimits.map(({ name, soft, hard }) => `${name}=${soft === hard ? soft : `${soft}:${hard}`}`).join('\n')
}

export function readSysctls(text: string): Lines<[string, string]> {
  const seen = new Set<string>()
  return readLines(text, (line) => {
    const entry = readSysctl(line)
    // The second value of a name would silently replace the first.
    if (entry === null || seen.has(entry[0])) return null
    seen.add(entry[0])
    return entry
  })
}

export function formatSysctls(sysctls: Sysctls): string {
  return Object.entries(sysctls)
    .map(([name, value]) => `${name}=${value}`)
    .join('\n')
}

export function readExtraHosts(text: string): Lines<ExtraHost> {
  return readLines(text, (line) => {
    const [, hostname, address] = /^([A-Za-z0-9][A-Za-z0-9_.-]*)(?: *= *| +)([0-9A-Fa-f.:]+)$/.exec(line) ?? []
    return hostname === undefined || address === undefined ? null : { hostname, address }
  })
}

export function formatExtraHosts(hosts: readonly ExtraHost[]): string {
  return hosts.map(({ hostname, address }) => `${hostname}=${address}`).join('\n')
}

function readLines<Entry>(text: string, read: (line: string) => Entry | null): Lines<Entry> {
  const lines: Lines<Entry> = { entries: [], unreadable: [] }
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '') continue
    const entry = read(line.trim())
    if (entry === null) lines.unreadable.push(index + 1)
    else lines.entries.push(entry)
  }
  return lines
}

/** A path, a size, and settings such as `mode=1777`. All but the path can be missing. */
function readMemoryFolder(line: string): MemoryFolder | null {
  const [path = '', ...words] = splitCommand(line) ?? []
  const settings = words.filter((word) => word.includes('='))
  const size = words.filter((word) => !word.includes('=')).join('')
  const sizeBytes = size === '' ? null : readSize(size)
  const given = new Map(settings.map((word) => [word.slice(0, word.indexOf('=')), word.slice(word.indexOf('=') + 1)]))
  const [mode = null, uid = null, gid = null] = [given.get('mode'), given.get('uid'), given.get('gid')]
  const isKnown = [...given.keys()].every((name) => name === 'mode' || name === 'uid' || name === 'gid')
  if (!path.startsWith('/') || (size !== '' && sizeBytes === null) || !isKnown) return null
  if (![uid, gid].every((id) => id === null || /^\d{1,10}$/.test(id))) return null
  return { path, sizeBytes, mode, uid: uid === null ? null : Number(uid), gid: gid === null ? null : Number(gid) }
}

function formatMemoryFolder({ path, sizeBytes, mode, uid, gid }: MemoryFolder): string {
  const settings = Object.entries({ mode, uid, gid }).filter(([, value]) => value !== null && value !== undefined)
  return [
    joinCommand([path]),
    ...(typeof sizeBytes === 'number' ? [formatSize(sizeBytes)] : []),
    ...settings.map(([name, value]) => `${name}=${value}`),
  ].join(' ')
}

/** One number is both limits. */
function readUlimit(line: string): Ulimit | null {
  const [, given = '', soft = '', hard = soft] =
    /^([a-z]+) *= *(-?\d{1,10}|unlimited)(?::(-?\d{1,10}|unlimited))?$/.exec(line) ?? []
  const name = ulimitNames.find((each) => each === given)
  const value = (text: string) => (text === 'unlimited' ? -1 : Number(text))
  return name === undefined ? null : { name, soft: value(soft), hard: value(hard) }
}

const ulimitNames = [
  'core', 'cpu', 'data', 'fsize', 'locks', 'memlock', 'msgqueue', 'nofile', 'nproc', 'rss', 'sigpending', 'stack',
] as const satisfies readonly Ulimit['name'][] // biome-ignore format: one list

function readSysctl(line: string): [string, string] | null {
  const equals = line.indexOf('=')
  const [name, value] = [line.slice(0, equals).trim(), line.slice(equals + 1).trim()]
  return equals > 0 && /^[a-z0-9._]+$/.test(name) && value !== '' ? [name, value] : null
}
