/**
 * Published addresses of content delivery networks. A hostname can point to a server through a CDN without naming it,
 * and forwarded client addresses are trusted only from these networks. `CDN_RANGES` adds to the list. Data only.
 */
export interface Cdn {
  readonly name: string
  readonly networks: readonly string[]
  /** Suffixes of the CDN's own names that customer hostnames are aliases of. */
  readonly suffixes: readonly string[]
}

/** Date of Cloudflare's list. The other lists weren't compared with a published version. */
export const cloudflareDate = '2026-10-05'

const list = (text: string): string[] => text.trim().split(/\s+/)

export const knownCdns: readonly Cdn[] = [
  {
    name: 'cloudflare',
    networks: list(`
      173.245.48.0/20 103.21.244.0/22 103.22.200.0/22 103.31.4.0/22 141.101.64.0/18 108.162.192.0/18 190.93.240.0/20
      188.114.96.0/20 197.234.240.0/22 198.41.128.0/17 162.158.0.0/15 104.16.0.0/13 104.24.0.0/14 172.64.0.0/13
      131.0.72.0/22 2400:cb00::/32 2606:4700::/32 2803:f800::/32 2405:b500::/32 2405:8100::/32 2a06:98c0::/29
      2c0f:f248::/32`),
    suffixes: ['cdn.cloudflare.net'],
  },
  {
    name: 'fastly',
    networks: list(`
      23.235.32.0/20 43.249.72.0/22 103.244.50.0/24 103.245.222.0/23 103.245.224.0/24 104.156.80.0/20 140.248.64.0/18
      140.248.128.0/17 146.75.0.0/17 151.101.0.0/16 157.52.64.0/18 167.82.0.0/17 167.82.128.0/20 167.82.160.0/20
      167.82.224.0/20 172.111.64.0/18 185.31.16.0/22 199.27.72.0/21 199.232.0.0/16 2a04:4e40::/32 2a04:4e42::/32`),
    suffixes: ['fastly.net', 'fastlylb.net'],
  },
  {
    name: 'cloudfront',
    networks: list(`
      3.160.0.0/14 3.164.0.0/18 3.164.64.0/18 3.165.0.0/16 3.166.0.0/15 3.168.0.0/14 3.173.0.0/17 13.32.0.0/15
      13.35.0.0/16 13.224.0.0/14 13.249.0.0/16 15.158.0.0/16 18.64.0.0/14 18.68.0.0/16 18.154.0.0/15 18.160.0.0/15
      18.164.0.0/15 18.172.0.0/15 18.238.0.0/15 18.244.0.0/15 52.46.0.0/18 52.82.128.0/19 52.84.0.0/15 52.124.128.0/17
      52.222.128.0/17 54.182.0.0/16 54.192.0.0/16 54.230.0.0/17 54.230.128.0/18 54.230.200.0/21 54.230.208.0/20
      54.230.224.0/19 54.239.128.0/18 54.239.192.0/19 54.240.128.0/18 64.252.64.0/18 64.252.128.0/18 65.8.0.0/16
      65.9.0.0/17 65.9.128.0/18 70.132.0.0/18 71.152.0.0/17 99.84.0.0/16 99.86.0.0/16 108.138.0.0/15 108.156.0.0/14
      130.176.0.0/17 130.176.128.0/18 130.176.192.0/19 130.176.224.0/20 143.204.0.0/16 144.220.0.0/16 204.246.164.0/22
      204.246.168.0/22 204.246.172.0/24 204.246.173.0/24 204.246.174.0/23 204.246.176.0/20 205.251.200.0/21
      205.251.208.0/20 205.251.249.0/24 205.251.250.0/23 205.251.252.0/23 205.251.254.0/24 216.137.32.0/19
      2600:9000::/28`),
    suffixes: ['cloudfront.net'],
  },
  // These CDNs use addresses in networks of others, so they are recognized only by alias, and their client addresses
  // aren't trusted.
  { name: 'akamai', networks: [], suffixes: ['edgekey.net', 'edgesuite.net', 'akamaiedge.net', 'akamai.net'] },
  { name: 'azure', networks: [], suffixes: ['azureedge.net', 'azurefd.net'] },
  { name: 'bunny', networks: [], suffixes: ['b-cdn.net'] },
]

/** `name=network network; name=network` adds networks to a known or a new CDN. Returns undefined for invalid text. */
export function parseCdnRanges(text: string): Cdn[] | undefined {
  const parts = text
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '')
  const parsed = parts.map((part) => {
    const [name = '', networks = '', ...rest] = part.split('=')
    return { name: name.trim(), networks: list(networks), suffixes: [], isWhole: rest.length === 0 }
  })
  const isUsable = parsed.every(
    (each) => each.isWhole && cdnName.test(each.name) && each.networks.every((one) => network.test(one)),
  )
  return isUsable ? parsed.map(({ name, networks, suffixes }) => ({ name, networks, suffixes })) : undefined
}

const cdnName = /^[a-z][a-z0-9-]{0,39}$/
const network = /^[0-9a-fA-F:.]{2,45}\/\d{1,3}$/

/** Networks of content delivery networks, by name. */
export function cdnNetworks(cdns: readonly Cdn[]): Record<string, readonly string[]> {
  const byName = Map.groupBy(cdns, ({ name }) => name)
  return Object.fromEntries([...byName].map(([name, same]) => [name, same.flatMap(({ networks }) => networks)]))
}
