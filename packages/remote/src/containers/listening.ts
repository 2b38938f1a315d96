/**
 * Reads the kernel's list of sockets in a network namespace, /proc/PID/net/tcp and tcp6. This works with images that
 * contain no programs at all.
 */
import { isIPv4 } from 'node:net'

export interface Socket {
  readonly address: string
  readonly port: number
  readonly state: 'established' | 'listening'
}

const states: Readonly<Record<string, Socket['state']>> = { '01': 'established', '0A': 'listening' }
const maxLines = 5_000
/** Docker's resolver inside each container. */
const resolver = '127.0.0.11'

export function readSockets(text: string): Socket[] {
  const sockets: Socket[] = []
  for (const line of text.split('\n', maxLines)) {
    const [, hex = '', port = '', code = ''] =
      /^\s{0,20}\d{1,10}: ([0-9A-F]{8}|[0-9A-F]{32}):([0-9A-F]{4}) [0-9A-F]{8,32}:[0-9A-F]{4} ([0-9A-F]{2}) /.exec(
        line,
      ) ?? []
    const state = states[code]
    const address = readAddress(hex)
    if (state !== undefined && address !== resolver) sockets.push({ address, port: Number.parseInt(port, 16), state })
  }
  return sockets
}

/** Returns entries such as `0.0.0.0:3000`, without duplicates, sorted by port. */
export function listeningOf(sockets: readonly Socket[]): string[] {
  const listening = sockets.filter((each) => each.state === 'listening').sort((a, b) => a.port - b.port)
  return [...new Set(listening.map(({ address, port }) => `${isIPv4(address) ? address : `[${address}]`}:${port}`))]
}

/** Four-byte words in the byte order of the machine, which is little-endian on all supported platforms. */
function readAddress(hex: string): string {
  const bytes = (hex.match(/.{8}/g) ?? []).flatMap((word) => (word.match(/../g) ?? []).reverse())
  if (bytes.length === 4) return bytes.map((byte) => Number.parseInt(byte, 16)).join('.')
  const groups = Array.from({ length: 8 }, (_, index) => `${bytes[2 * index]}${bytes[2 * index + 1]}`.toLowerCase())
  if (groups.every((each) => each === '0000')) return '::'
  if (groups.slice(0, 7).every((each) => each === '0000') && groups[7] === '0001') return '::1'
  if (groups.slice(0, 5).every((each) => each === '0000') && groups[5] === 'ffff')
    return bytes
      .slice(12)
      .map((byte) => Number.parseInt(byte, 16))
      .join('.')
  return groups.map((each) => each.replace(/^0{1,3}/, '')).join(':')
}
