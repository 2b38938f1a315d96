/** Evaluates what DNS servers returned about a domain. Pure. */
import { isIPv4 } from 'node:net'
import type { Fault, FaultCode } from './domain-faults.policy.ts'
import type { DomainRecord, ResolverAnswer, Routing } from './domains.schemas.ts'
import { evaluateCaa } from './evaluate-caa.policy.ts'

export interface Wanted {
  readonly hostname: string
  readonly txtName: string
  readonly txtValue: string
  readonly isTxtRequired: boolean
  /** IP addresses of the server that the hostname is attached to, or of all servers of the organization. */
  readonly addresses: readonly string[]
  readonly isAttached: boolean
  /** Domains that identify the certificate authority in CAA records. */
  readonly issuers: readonly string[]
}

export interface Survey {
  /** Result of the name server lookup for the registered domain. */
  readonly apexOutcome: ResolverAnswer['outcome']
  readonly apexDomain: string
  readonly zone: string | null
  readonly canReachResolvers: boolean
  readonly nameservers: readonly string[]
  readonly answers: readonly ResolverAnswer[]
  /** Null without a CNAME, or when it resolves to an address. */
  readonly aliasEnd: 'loop' | 'nothing' | null
  readonly caa: { name: string; outcome: ResolverAnswer['outcome']; values: readonly string[] }
  readonly cdn: string | null
  /** Whether the proxy was reached through the CDN, or null if that wasn't tried. */
  readonly isReached: boolean | null
  readonly privateAddresses: readonly string[]
}

export interface DomainEvaluation {
  readonly faults: readonly Fault[]
  readonly records: readonly DomainRecord[]
  readonly routing: Routing
  readonly txt: 'found' | 'absent' | 'unknown'
  /** True when DNS and CAA are right. Ownership is checked separately. */
  readonly canIssue: boolean
}

export function evaluateDomain(survey: Survey, wanted: Wanted): DomainEvaluation {
  const found = sortAnswers(survey)
  const txt = evaluateTxt(survey, wanted)
  const caa = evaluateCaa(survey.caa, wanted.issuers)
  const routing = routingOf(survey, wanted, found.addresses)
  const broken = findBroken(survey, found)
  const placed = broken.length > 0 ? [] : evaluateRouting(survey, wanted, found)
  const caaFaults = broken.length > 0 || routing === 'none' ? [] : caa.faults
  const faults = [...broken, ...(broken.length > 0 ? [] : txt.faults), ...placed, ...caaFaults]
  return {
    faults,
    records: [
      ...txt.records,
      ...addressRecords(survey, wanted, found),
      { type: 'CAA', name: survey.caa.name, expected: [], found: [...survey.caa.values], ok: caa.faults.length === 0 },
    ],
    routing,
    txt: txt.state,
    canIssue: broken.length === 0 && placed.length === 0 && caaFaults.length === 0,
  }
}

interface Found {
  addresses: string[]
  v4: string[]
  v6: string[]
  aliases: string[]
  ofResolvers: ResolverAnswer[]
  ofAuthorities: ResolverAnswer[]
}

function sortAnswers({ answers }: Survey): Found {
  const of = (kind: ResolverAnswer['kind']) => answers.filter((each) => each.kind === kind)
  const ofResolvers = of('resolver')
  const ofAuthorities = of('authoritative')
  const values = (type: ResolverAnswer['type'], list = ofResolvers) =>
    [...new Set(list.filter((each) => each.type === type).flatMap((each) => each.found))].toSorted()
  const v4 = values('A')
  const v6 = values('AAAA')
  return {
    v4,
    v6,
    addresses: [...v4, ...v6],
    aliases: [...new Set([...values('CNAME'), ...values('CNAME', ofAuthorities)])],
    ofResolvers,
    ofAuthorities,
  }
}

/** Faults that cause all others. */
function findBroken(survey: Survey, { addresses, ofResolvers, ofAuthorities }: Found): Fault[] {
  const { apexDomain } = survey
  if (!survey.canReachResolvers) return [fault('resolvers_unreachable', 'No resolver responded.')]
  if (survey.apexOutcome === 'nxdomain')
    return [fault('domain_not_registered', `The registry doesn't know ${apexDomain}.`)]
  if (addresses.length > 0 || survey.aliasEnd !== null) return []
  const said = ofResolvers.filter(({ type }) => type === 'A').map(({ outcome }) => outcome)
  if (said.some((outcome) => outcome === 'none' || outcome === 'nxdomain')) return []
  const authorities = ofAuthorities.map(({ outcome }) => outcome)
  const nameservers = survey.nameservers.join(', ')
  if (authorities.length > 0 && authorities.every((outcome) => outcome === 'refused'))
    return [fault('nameservers_refuse', `${nameservers} refuse to answer for ${apexDomain}.`)]
  if (authorities.length > 0 && authorities.every((outcome) => outcome === 'timeout'))
    return [fault('nameservers_silent', `${nameservers} don't respond.`)]
  if (said.every((outcome) => outcome === 'timeout')) return [fault('dns_timeout', 'No resolver responded in time.')]
  return [fault('dns_servfail', `Resolvers return ${[...new Set(said)].join(', ')}.`)]
}

function evaluateTxt(
  { answers }: Survey,
  { txtName, txtValue, isTxtRequired }: Wanted,
): { state: DomainEvaluation['txt']; faults: Fault[]; records: DomainRecord[] } {
  const said = answers.filter(
    ({ type, kind, outcome }) => type === 'TXT' && kind === 'authoritative' && isAnswer(outcome),
  )
  const having = said.filter(({ found }) => found.includes(txtValue))
  const found = [...new Set(said.flatMap((each) => each.found))]
  const state = said.length === 0 ? 'unknown' : having.length === said.length ? 'found' : 'absent'
  const record: DomainRecord = { type: 'TXT', name: txtName, expected: [txtValue], found, ok: state === 'found' }
  const records = isTxtRequired || found.length > 0 ? [{ ...record, ok: record.ok || !isTxtRequired }] : []
  if (!isTxtRequired || state === 'found') return { state, faults: [], records }
  const code: FaultCode =
    said.length === 0
      ? 'nameservers_silent'
      : having.length > 0
        ? 'txt_partial'
        : found.length > 0
          ? 'txt_wrong'
          : 'txt_missing'
  const detail =
    having.length > 0
      ? `${having.length} of ${said.length} name servers have it.`
      : `Longshore asked ${said.length} name servers for ${txtName}.`
  return { state, faults: [fault(code, detail)], records }
}

/** Checks where visitors end up. */
function evaluateRouting(survey: Survey, wanted: Wanted, found: Found): Fault[] {
  const { hostname } = wanted
  if (survey.zone === hostname && found.aliases.length > 0)
    return [fault('cname_at_apex', `${hostname} is the root of its zone and a CNAME for ${found.aliases.join(', ')}.`)]
  if (survey.aliasEnd !== null) {
    const text = `${hostname} is a CNAME for ${found.aliases.join(', ')}.`
    return [fault(survey.aliasEnd === 'loop' ? 'cname_loop' : 'cname_dangling', text)]
  }
  if (found.addresses.length === 0) return [missing(survey, wanted, found)]
  if (survey.cdn !== null) return evaluateCdn(survey, wanted)
  if (wanted.addresses.length === 0) return [fault('server_missing', 'No server has a known public IP address.')]
  return evaluateAddresses(survey, wanted, found)
}

function missing({ apexDomain }: Survey, { hostname, addresses }: Wanted, { ofResolvers }: Found): Fault {
  const isAbsent = ofResolvers.some(({ type, outcome }) => type === 'A' && outcome === 'nxdomain')
  const should = addresses.length === 0 ? '' : ` It should have ${addresses.join(', ')}.`
  const text = isAbsent ? `${hostname} doesn't exist in ${apexDomain}.` : `${hostname} has no A or AAAA record.`
  return fault(isAbsent ? 'dns_name_missing' : 'dns_no_address', `${text}${should}`)
}

function evaluateCdn({ cdn, isReached }: Survey, { hostname, isAttached }: Wanted): Fault[] {
  if (isReached === true) return []
  if (!isAttached) return [fault('cdn_not_attached', `${hostname} is behind ${cdn}.`)]
  return [fault('cdn_not_reached', `A request to ${hostname} through ${cdn} didn't reach the server.`)]
}

function evaluateAddresses(survey: Survey, wanted: Wanted, found: Found): Fault[] {
  const { hostname, addresses: expected } = wanted
  const isRight = (address: string) => expected.includes(address)
  const wrong = found.addresses.filter((address) => !isRight(address))
  if (wrong.length === 0) return evaluateAgreement(survey, found)
  const seen = `${hostname} resolves to ${found.addresses.join(', ')}, but the server is ${expected.join(', ')}.`
  if (isStale(found, isRight)) return [fault('dns_resolver_stale', staleText(found, isRight))]
  const isAllWrong = wrong.length === found.addresses.length
  if (wrong.every((address) => survey.privateAddresses.includes(address)) && isAllWrong)
    return [fault('dns_private_address', seen)]
  if (isAllWrong) return [fault('dns_points_elsewhere', seen)]
  const isOnlyV6 = found.v4.length > 0 && wrong.every((address) => !isIPv4(address)) && !found.v6.some(isRight)
  return [fault(isOnlyV6 ? 'dns_ipv6_elsewhere' : 'dns_partly_elsewhere', seen)]
}

/** Returns true when the authoritative name servers return only right addresses. */
function isStale({ ofAuthorities }: Found, isRight: (address: string) => boolean): boolean {
  const said = ofAuthorities.filter(({ type }) => type === 'A' || type === 'AAAA')
  const addresses = said.flatMap(({ found }) => found)
  return addresses.length > 0 && addresses.every(isRight)
}

function staleText({ ofResolvers }: Found, isRight: (address: string) => boolean): string {
  const stale = ofResolvers.filter(({ found, type }) => (type === 'A' || type === 'AAAA') && !found.every(isRight))
  const texts = stale.map(({ resolver, found }) => `${resolver} returns ${found.join(', ')}`)
  return `${texts.join('; ')}.`
}

function evaluateAgreement({ answers }: Survey, { ofResolvers }: Found): Fault[] {
  const type = ofResolvers.some((each) => each.type === 'A' && each.outcome === 'found') ? 'A' : 'AAAA'
  const without = answers.filter((each) => each.kind === 'resolver' && each.type === type && each.outcome !== 'found')
  if (without.length === 0) return []
  const texts = without.map(({ resolver, outcome }) => `${resolver} returns ${outcome}`)
  return [fault('dns_resolvers_disagree', `${texts.join('; ')}.`)]
}

function routingOf({ cdn }: Survey, { addresses }: Wanted, found: readonly string[]): Routing {
  if (found.length === 0) return 'none'
  if (found.some((address) => addresses.includes(address))) return 'direct'
  return cdn === null ? 'elsewhere' : 'behind_cdn'
}

function addressRecords({ cdn }: Survey, { hostname, addresses }: Wanted, found: Found): DomainRecord[] {
  const isFine = (list: readonly string[]) => cdn !== null || list.every((address) => addresses.includes(address))
  const expected = { A: addresses.filter(isIPv4), AAAA: addresses.filter((address) => !isIPv4(address)) }
  const hasAny = found.addresses.length > 0
  const records: DomainRecord[] = [
    { type: 'A', name: hostname, expected: expected.A, found: found.v4, ok: hasAny && isFine(found.v4) },
    { type: 'AAAA', name: hostname, expected: expected.AAAA, found: found.v6, ok: hasAny && isFine(found.v6) },
  ]
  if (found.aliases.length === 0) return records
  return [...records, { type: 'CNAME', name: hostname, expected: [], found: found.aliases, ok: hasAny }]
}

/** Returns the records to create, before the first check. */
export function expectedRecords({
  hostname,
  addresses,
  txtName,
  txtValue,
  isTxtRequired,
}: Omit<Wanted, 'issuers' | 'isAttached'>): DomainRecord[] {
  const missing = { found: [], ok: false }
  const proof: DomainRecord[] = isTxtRequired ? [{ type: 'TXT', name: txtName, expected: [txtValue], ...missing }] : []
  const ways = [
    { type: 'A', expected: addresses.filter(isIPv4) },
    { type: 'AAAA', expected: addresses.filter((address) => !isIPv4(address)) },
  ] as const
  const needed = ways.filter(({ expected }) => expected.length > 0)
  return [...proof, ...needed.map((way) => ({ ...way, name: hostname, ...missing }))]
}

function isAnswer(outcome: ResolverAnswer['outcome']): boolean {
  return outcome === 'found' || outcome === 'none' || outcome === 'nxdomain'
}

function fault(code: FaultCode, detail: string): Fault {
  return { code, detail: detail.slice(0, 500) }
}
