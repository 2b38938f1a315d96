/**
 * Collects DNS data about a hostname: the name servers of its zone, their answers, the answers of several resolvers,
 * and CAA. It decides nothing. The number of queries is bounded whatever the answers are, and each has a deadline.
 */
import { type AddressPolicy, isAllowed, isInAny, parseAddressPolicy } from '@longshore/addresses'
import {
  type DnsResponse,
  type DnsServer,
  type DnsType,
  formatServer,
  type QueryDns,
} from '../../../platform/dns/query-dns.ts'
import type { Cdn } from './cdn-ranges.policy.ts'
import type { ResolverAnswer } from './domains.schemas.ts'
import type { Survey } from './evaluate-domain.policy.ts'
import { isAtOrBelow } from './reserved-hostnames.policy.ts'

export interface SurveyTools {
  ask: QueryDns
  resolvers: readonly DnsServer[]
  /** Networks where third-party name servers can be queried. */
  allow: AddressPolicy
  authorityPort: number
  cdns: readonly Cdn[]
}

const maxNameservers = 4
const maxAuthorities = 4
const maxAliases = 8
const maxLevels = 10
const publicAddresses = parseAddressPolicy('public')

type Question = { type: DnsType; name: string }

export async function surveyDomain(
  tools: SurveyTools,
  { hostname, apexDomain, txtName }: { hostname: string; apexDomain: string; txtName: string },
  signal: AbortSignal,
): Promise<Omit<Survey, 'isReached'>> {
  const ofResolvers = await askAll(tools, 'resolver', tools.resolvers, {
    questions: (['A', 'AAAA', 'CNAME'] as const).map((type) => ({ type, name: hostname })),
    signal,
  })
  if (!(await canReach(tools, ofResolvers, signal))) return unreachable(apexDomain, hostname, ofResolvers)
  const aliases = ofResolvers.filter(({ type }) => type === 'CNAME').flatMap(({ found }) => found)
  const zone = await findZone(tools, { hostname, apexDomain, isAlias: aliases.length > 0 }, signal)
  const servers = await findAuthorities(tools, zone.nameservers, signal)
  const ofAuthorities = await askAll(tools, 'authoritative', servers, {
    questions: [
      { type: 'TXT', name: txtName },
      ...(['A', 'AAAA', 'CNAME'] as const).map((type) => ({ type, name: hostname })),
    ],
    signal,
  })
  const answers = [...ofResolvers, ...ofAuthorities]
  const addresses = ofResolvers.filter(({ type }) => type === 'A' || type === 'AAAA').flatMap(({ found }) => found)
  const alias = [...aliases, ...ofAuthorities.filter(({ type }) => type === 'CNAME').flatMap(({ found }) => found)][0]
  return {
    ...zone,
    apexDomain,
    canReachResolvers: true,
    answers,
    aliasEnd: alias === undefined || addresses.length > 0 ? null : await followAlias(tools, hostname, alias, signal),
    caa: await findCaa(tools, hostname, signal),
    cdn: cdnOf(tools.cdns, addresses, aliases),
    privateAddresses: addresses.filter((address) => !isAllowed(publicAddresses, address, 443)),
  }
}

function unreachable(apexDomain: string, hostname: string, answers: ResolverAnswer[]): Omit<Survey, 'isReached'> {
  return {
    apexOutcome: 'timeout',
    apexDomain,
    zone: null,
    nameservers: [],
    canReachResolvers: false,
    answers,
    aliasEnd: null,
    caa: { name: hostname, outcome: 'timeout', values: [] },
    cdn: null,
    privateAddresses: [],
  }
}

async function askAll(
  { ask }: SurveyTools,
  kind: ResolverAnswer['kind'],
  servers: readonly DnsServer[],
  { questions, signal }: { questions: readonly (Question & { type: ResolverAnswer['type'] })[]; signal: AbortSignal },
): Promise<ResolverAnswer[]> {
  const pairs = servers.flatMap((server) => questions.map((question) => ({ server, question })))
  return await Promise.all(
    pairs.map(async ({ server, question }) => {
      const { outcome, values, durationMs } = await ask(server, question, signal)
      return {
        resolver: formatServer(server),
        kind,
        type: question.type,
        outcome,
        found: [...values].toSorted(),
        durationMs,
      }
    }),
  )
}

/** Finds the zone of the hostname: the nearest name at or above it that has name servers. */
async function findZone(
  tools: SurveyTools,
  { hostname, apexDomain, isAlias }: { hostname: string; apexDomain: string; isAlias: boolean },
  signal: AbortSignal,
): Promise<Pick<Survey, 'apexOutcome' | 'zone' | 'nameservers'>> {
  const apex = await askFirst(tools, { type: 'NS', name: apexDomain }, signal)
  const between = namesUpTo(hostname, apexDomain).filter(
    (name) => name !== apexDomain && (name !== hostname || !isAlias),
  )
  for (const name of between) {
    const { outcome, values } = await askFirst(tools, { type: 'NS', name }, signal)
    // A server that doesn't respond for one name won't respond for the next.
    if (!isAnswer(outcome)) break
    if (outcome === 'found')
      return { apexOutcome: apex.outcome, zone: name, nameservers: values.slice(0, maxNameservers) }
  }
  const isZone = apex.outcome === 'found'
  return {
    apexOutcome: apex.outcome,
    zone: isZone ? apexDomain : null,
    nameservers: apex.values.slice(0, maxNameservers),
  }
}

async function findAuthorities(
  tools: SurveyTools,
  nameservers: readonly string[],
  signal: AbortSignal,
): Promise<DnsServer[]> {
  const found = await Promise.all(
    nameservers.map(async (name) => {
      const v4 = await askFirst(tools, { type: 'A', name }, signal)
      const answer = v4.values.length > 0 ? v4 : await askFirst(tools, { type: 'AAAA', name }, signal)
      return answer.values
    }),
  )
  // One address per server comes first, because two addresses of one server return the same.
  const interleaved = [0, 1].flatMap((index) => found.flatMap((values) => values.slice(index, index + 1)))
  return [...new Set(interleaved)]
    .map((address) => ({ address, port: tools.authorityPort }))
    .filter(({ address, port }) => isAllowed(tools.allow, address, port))
    .slice(0, maxAuthorities)
}

/** Returns null when the alias finally resolves to an address. */
async function followAlias(
  tools: SurveyTools,
  hostname: string,
  first: string,
  signal: AbortSignal,
): Promise<Survey['aliasEnd']> {
  const seen = new Set([hostname])
  let name = first.toLowerCase()
  for (let hop = 0; hop < maxAliases; hop += 1) {
    if (seen.has(name)) return 'loop'
    seen.add(name)
    const { outcome, values } = await askFirst(tools, { type: 'CNAME', name }, signal)
    if (outcome !== 'found' || values[0] === undefined) return 'nothing'
    name = values[0].toLowerCase()
  }
  return 'loop'
}

/** RFC 8659: checks the name itself and then each parent, until it finds a record. */
async function findCaa(tools: SurveyTools, hostname: string, signal: AbortSignal): Promise<Survey['caa']> {
  const labels = hostname.split('.')
  const names = labels.map((_, index) => labels.slice(index).join('.')).slice(-maxLevels)
  for (const name of names) {
    const { outcome, values } = await askFirst(tools, { type: 'CAA', name }, signal)
    if (outcome !== 'none' && outcome !== 'nxdomain') return { name, outcome, values }
  }
  return { name: hostname, outcome: 'none', values: [] }
}

/** Queries all resolvers at once and uses the first answer. */
async function askFirst(
  { ask, resolvers }: SurveyTools,
  question: Question,
  signal: AbortSignal,
): Promise<DnsResponse> {
  const enough = new AbortController()
  const either = AbortSignal.any([signal, enough.signal])
  const answers = resolvers.map((server) => ask(server, question, either))
  const known = answers.map(async (answer) => {
    const { outcome } = await answer
    if (!isAnswer(outcome)) throw new Error(outcome)
    return await answer
  })
  try {
    return await Promise.any(known)
  } catch {
    signal.throwIfAborted()
    return (await answers[0]) ?? { outcome: 'error', values: [], durationMs: 0 }
  } finally {
    enough.abort()
    await Promise.allSettled(answers)
  }
}

function isAnswer(outcome: DnsResponse['outcome']): boolean {
  return outcome === 'found' || outcome === 'none' || outcome === 'nxdomain'
}

/**
 * Distinguishes our own missing connectivity from silent servers of the domain, because every resolver knows the root.
 */
async function canReach(tools: SurveyTools, answers: readonly ResolverAnswer[], signal: AbortSignal): Promise<boolean> {
  const isSilent = answers.every(({ outcome }) => outcome === 'timeout' || outcome === 'refused' || outcome === 'error')
  return !isSilent || (await askFirst(tools, { type: 'NS', name: '.' }, signal)).outcome === 'found'
}

function cdnOf(cdns: readonly Cdn[], addresses: readonly string[], aliases: readonly string[]): string | null {
  const isOf = ({ networks, suffixes }: Cdn) =>
    aliases.some((alias) => suffixes.some((suffix) => isAtOrBelow(alias.toLowerCase(), suffix))) ||
    (addresses.length > 0 && addresses.every((address) => isInAny(address, networks)))
  return cdns.find(isOf)?.name ?? null
}

function namesUpTo(hostname: string, apexDomain: string): string[] {
  const names = [hostname]
  while (names.length < maxLevels && names.at(-1) !== apexDomain) {
    const [, ...rest] = (names.at(-1) ?? '').split('.')
    names.push(rest.join('.'))
  }
  return names
}
