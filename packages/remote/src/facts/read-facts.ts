/** Parses the output of a server's programs; pure. The server is untrusted and can lie. */
import { z } from 'zod'

const architectures: Record<string, string> = { x86_64: 'amd64', amd64: 'amd64', aarch64: 'arm64', arm64: 'arm64' }
const maxTextLength = 16_384

/** Returns one short line without control characters. */
export function plain(text: string, maxLength = 100): string {
  return text
    .slice(0, maxLength * 4)
    .replaceAll(/[^\p{L}\p{N}\p{P}\p{S} ]+/gu, ' ')
    .trim()
    .slice(0, maxLength)
}

export function readOsRelease(text: string): { id: string; version: string; name: string; like: string[] } {
  const fields = new Map<string, string>()
  for (const line of text.slice(0, maxTextLength).split('\n')) {
    const [, key, value] = /^([A-Z_]{1,40})=(.*)$/.exec(line.trim()) ?? []
    if (key !== undefined && value !== undefined) fields.set(key, plain(value.replaceAll(/["']/g, '')))
  }
  const id = fields.get('ID') ?? 'unknown'
  return {
    id,
    version: fields.get('VERSION_ID') ?? '',
    name: fields.get('PRETTY_NAME') ?? id,
    like: (fields.get('ID_LIKE') ?? '').split(' ').filter((each) => each !== ''),
  }
}

/** Parses the output of `uname -srm`. */
export function readUname(text: string): { kernel: string; architecture: string } {
  const [system = '', release = '', machine = ''] = plain(text).split(' ')
  return { kernel: `${system} ${release}`.trim(), architecture: architectures[machine] ?? machine }
}

export function readMeminfo(text: string): { memoryBytes: number; swapBytes: number } {
  const fields = readMemoryFields(text)
  return { memoryBytes: fields.get('MemTotal') ?? 0, swapBytes: fields.get('SwapTotal') ?? 0 }
}

/** Memory that programs can use without swapping, as the kernel estimates it. */
export function readAvailableMemory(text: string): number {
  return readMemoryFields(text).get('MemAvailable') ?? 0
}

function readMemoryFields(text: string): ReadonlyMap<string, number> {
  const fields = new Map<string, number>()
  for (const line of text.slice(0, maxTextLength).split('\n')) {
    const [, key, kilobytes] = /^(\w{1,40}):\s+(\d{1,15}) kB/.exec(line) ?? []
    if (key !== undefined) fields.set(key, Number(kilobytes) * 1_024)
  }
  return fields
}

/**
 * Parses the last line of `df -P -B1 PATH`, relative to the usage column, because the names around it can contain
 * spaces.
 */
export function readDf(text: string): { diskBytes: number; diskFreeBytes: number } | undefined {
  const columns = (text.slice(0, maxTextLength).trim().split('\n').at(-1) ?? '').split(/\s+/)
  const at = columns.findIndex((word, index) => index > 2 && /^(\d{1,3}%|-)$/.test(word))
  const [total = '', free = ''] = [columns[at - 3], columns[at - 1]]
  if (at === -1 || !/^\d{1,18}$/.test(total) || !/^\d{1,18}$/.test(free)) return undefined
  return { diskBytes: Number(total), diskFreeBytes: Number(free) }
}

/** Parses `date +%s.%N`, which ran between the two times of our clock. Returns zero within the uncertainty. */
export function readSkew(text: string, { sentMs, receivedMs }: { sentMs: number; receivedMs: number }): number {
  // BusyBox prints whole seconds only.
  const [, seconds, fraction = ''] = /^(\d{9,11})(?:\.(\d{1,9}))?/.exec(text.trim()) ?? []
  if (seconds === undefined) return 0
  const serverMs = Number(seconds) * 1_000 + Number(`0.${fraction || '5'}`) * 1_000
  const skewMs = serverMs - (sentMs + receivedMs) / 2
  const doubtMs = (receivedMs - sentMs) / 2 + (fraction === '' ? 500 : 0)
  return Math.abs(skewMs) <= doubtMs ? 0 : Math.round(skewMs)
}

const Interfaces = z.array(
  z.object({
    ifname: z.string().default(''),
    addr_info: z.array(z.object({ family: z.string(), local: z.string().max(45) })).default([]),
  }),
)

/** Bridges and virtual interfaces of containers and virtual machines, which aren't reachable from outside. */
const ofContainers = /^(docker|br-|veth|virbr|lxc|lxd|cni|flannel|podman)/

/** Parses the output of `ip -j addr show scope global`. */
export function readAddresses(text: string): { v4: string[]; v6: string[] } {
  const all = parseInterfaces(text)
    .filter((each) => !ofContainers.test(each.ifname))
    .flatMap((each) => each.addr_info)
  const of = (family: string) => all.filter((each) => each.family === family).map((each) => each.local)
  return { v4: of('inet'), v6: of('inet6') }
}

function parseInterfaces(text: string): z.output<typeof Interfaces> {
  try {
    return Interfaces.safeParse(JSON.parse(text)).data ?? []
  } catch {
    return []
  }
}
