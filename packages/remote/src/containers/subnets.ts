/** Subnets of a pool, and addresses of a subnet; IPv4, pure. */

/** Every subnet of the pool that overlaps none of the given ones, lowest first. */
export function* freeSubnets(
  pool: { base: string; prefix: number },
  taken: readonly string[],
): Generator<{ subnet: string; gateway: string }> {
  const whole = readSubnet(pool.base)
  if (whole === undefined || pool.prefix < whole.prefix || pool.prefix > 29)
    throw new TypeError(`${pool.base} has no subnets of /${pool.prefix}`)
  const others = taken.map(readSubnet).filter((each) => each !== undefined)
  const size = 2 ** (32 - pool.prefix)
  for (let first = whole.first; first < whole.first + whole.size; first += size) {
    if (others.some((each) => first < each.first + each.size && each.first < first + size)) continue
    yield { subnet: `${writeAddress(first)}/${pool.prefix}`, gateway: writeAddress(first + 1) }
  }
}

/** Every address that a container can have: not the network, gateway, or broadcast address. */
export function* freeAddresses(subnet: string, gateway: string, taken: ReadonlySet<string>): Generator<string> {
  const whole = readSubnet(subnet)
  if (whole === undefined) return
  for (let each = whole.first + 1; each < whole.first + whole.size - 1; each += 1) {
    const address = writeAddress(each)
    if (address !== gateway && !taken.has(address)) yield address
  }
}

/** Undefined for text that isn't an IPv4 subnet. */
function readSubnet(text: string): { first: number; size: number; prefix: number } | undefined {
  const [, address = '', digits] = /^(\d{1,3}(?:\.\d{1,3}){3})\/(\d{1,2})$/.exec(text) ?? []
  const prefix = Number(digits)
  const bytes = address.split('.').map(Number)
  if (digits === undefined || prefix > 32 || bytes.some((each) => each > 255)) return undefined
  const size = 2 ** (32 - prefix)
  const number = bytes.reduce((sum, each) => sum * 256 + each, 0)
  return { first: number - (number % size), size, prefix }
}

function writeAddress(number: number): string {
  return [24, 16, 8, 0].map((shift) => Math.floor(number / 2 ** shift) % 256).join('.')
}
