/** Parses the kernel's tables of a server; pure. Counters since boot, and current states. */

export interface HostReading {
  cpus: number
  /** Sum over all processors, in ticks. */
  busyTicks: number
  totalTicks: number
  memoryBytes: number
  memoryUsedBytes: number
  /** Average over one minute. */
  load: number
  /** Only external interfaces: traffic between containers isn't counted. */
  receivedBytes: number
  sentBytes: number
}

/** Read with one command; `readHost` distinguishes them by their lines. */
export const hostFiles = ['/proc/stat', '/proc/meminfo', '/proc/net/dev', '/proc/loadavg'] as const

const inside = /^(?:lo|docker\d|br-|veth|virbr|cni|flannel|tun|tap|wg)/
const maxLines = 5_000

/** Undefined if the text is incomplete: a server that can't be measured must not look idle. */
export function readHost(text: string): HostReading | undefined {
  const lines = text.split('\n', maxLines)
  const cpu = readCpu(lines)
  const memory = new Map(lines.flatMap(readMemoryLine))
  const total = memory.get('MemTotal')
  const load = Number(/^(\d{1,6}\.\d\d) \d/.exec(lines.findLast((line) => line !== '') ?? '')?.[1] ?? Number.NaN)
  if (cpu === undefined || total === undefined || Number.isNaN(load)) return undefined
  const network = readNetwork(lines)
  const available = memory.get('MemAvailable') ?? memory.get('MemFree') ?? 0
  return { ...cpu, ...network, memoryBytes: total, memoryUsedBytes: Math.max(0, total - available), load }
}

function readCpu(lines: readonly string[]): Pick<HostReading, 'cpus' | 'busyTicks' | 'totalTicks'> | undefined {
  const all = lines.find((line) => line.startsWith('cpu '))
  if (all === undefined) return undefined
  // user nice system idle iowait irq softirq steal; user already includes guests.
  const ticks = all.trim().split(/ +/, 9).slice(1).map(Number)
  if (ticks.length < 4 || ticks.some((each) => !Number.isSafeInteger(each) || each < 0)) return undefined
  const totalTicks = ticks.reduce((sum, each) => sum + each, 0)
  const idle = (ticks[3] ?? 0) + (ticks[4] ?? 0)
  const cpus = lines.filter((line) => /^cpu\d/.test(line)).length
  return { cpus: Math.max(1, cpus), busyTicks: totalTicks - idle, totalTicks }
}

function readMemoryLine(line: string): [string, number][] {
  const [, name, kilobytes] = /^(MemTotal|MemAvailable|MemFree): {1,20}(\d{1,15}) kB$/.exec(line) ?? []
  return name === undefined ? [] : [[name, Number(kilobytes) * 1_024]]
}

function readNetwork(lines: readonly string[]): Pick<HostReading, 'receivedBytes' | 'sentBytes'> {
  const counted = { receivedBytes: 0, sentBytes: 0 }
  for (const line of lines) {
    const [, name = '', rest = ''] = /^ {0,20}([\w.@-]{1,32}):((?: +\d{1,18}){16})$/.exec(line) ?? []
    if (name === '' || inside.test(name)) continue
    const numbers = rest.trim().split(/ +/).map(Number)
    counted.receivedBytes += numbers[0] ?? 0
    counted.sentBytes += numbers[8] ?? 0
  }
  return counted
}
