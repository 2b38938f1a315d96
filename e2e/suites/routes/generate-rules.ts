/** Generated rules of hostnames and paths, and requests that some of them refuse. */
import type { Random } from '../../support/random.ts'
import { generateTable, generateTarget } from './generate.ts'
import { type Headers, knownNetworks, type ModelRules, type RuledHostname, type Visit } from './rules-model.ts'

const users = ['ann', 'bob'] as const
const clients = ['10.1.2.3', '192.0.2.9', '192.0.2.16', '198.51.100.7', '2001:db8:0:0::5', '2001:db8:0:0::6', '2001:db9:1::1'] as const // biome-ignore format: a list

export function generateRuledTable(random: Random, services: readonly string[], table: number): RuledHostname[] {
  return generateTable(random, services).map(({ service, paths }, index) => ({
    service,
    hostname: `t${table}-${index}.routes.test`,
    rules: generateRules(random),
    paths: paths.map((path) => ({ ...path, ...generateRules(random), inheritAccess: random.chance(0.7) })),
  }))
}

function generateRules(random: Random): ModelRules {
  const some = <Value>(share: number, make: () => Value) => (random.chance(share) ? make() : null)
  return {
    maxBodyBytes: some(0.3, () => 1 + random.below(200)),
    allowedNetworks: some(0.25, () => [...new Set([random.pick(knownNetworks), random.pick(knownNetworks)])]),
    // Nothing becomes available again while a table is tested.
    rateLimit: some(0.25, () => ({ requests: 1 + random.below(5), seconds: 3_600 })),
    requestHeaders: some(0.3, () => generateHeaders(random, 'X-Team')),
    responseHeaders: some(0.3, () => generateHeaders(random, 'X-Note')),
    users: random.chance(0.25) ? [random.pick(users)] : [],
  }
}

function generateHeaders(random: Random, name: string): Headers {
  if (random.chance(0.3)) return { set: [], remove: [name] }
  return { set: [{ name, value: `set {http.request.uri} ${random.below(100)}` }], remove: [] }
}

export function generateVisit(random: Random, given: RuledHostname): Visit {
  return {
    target: generateTarget(random, given),
    client: random.pick(clients),
    user: random.chance(0.4) ? null : random.pick([...users, ...users, 'wrong']),
    bytes: random.chance(0.5) ? 0 : random.below(220),
  }
}
