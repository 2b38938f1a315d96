import { isIPv6 } from 'node:net'

/** A network of IPv6 addresses is one caller: whoever has a /64 has all of it. */
export function addressKey(ip: string): string {
  if (!isIPv6(ip)) return ip
  if (ip.startsWith('::ffff:')) return ip.slice('::ffff:'.length)
  const [head = '', tail] = ip.split('%')[0]?.split('::') ?? []
  const front = head === '' ? [] : head.split(':')
  const back = tail === undefined || tail === '' ? [] : tail.split(':')
  const groups =
    tail === undefined ? front : [...front, ...Array(Math.max(0, 8 - front.length - back.length)).fill('0'), ...back]
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
