import { isIPv6 } from 'node:net'
import { canonicalIpv6 } from '@longshore/addresses'

/** Rate limit key of an IP address. An IPv6 /64 counts as one caller, because it usually belongs to one customer. */
export function addressKey(ip: string): string {
  if (!isIPv6(ip)) return ip
  const canonical = canonicalIpv6(ip.split('%')[0] ?? '')
  const mapped = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(canonical)
  if (mapped !== null) return dotted(mapped[1] ?? '', mapped[2] ?? '')
  const [head = '', tail] = canonical.split('::')
  const front = head === '' ? [] : head.split(':')
  const back = tail === undefined || tail === '' ? [] : tail.split(':')
  const groups = tail === undefined ? front : [...front, ...Array(8 - front.length - back.length).fill('0'), ...back]
  return `${groups.slice(0, 4).join(':')}::/64`
}

function dotted(high: string, low: string): string {
  const number = Number.parseInt(high, 16) * 65_536 + Number.parseInt(low, 16)
  return [24, 16, 8, 0].map((bits) => Math.floor(number / 2 ** bits) % 256).join('.')
}
