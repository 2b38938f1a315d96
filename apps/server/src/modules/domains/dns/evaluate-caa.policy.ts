/** Evaluates CAA records (RFC 8659) for our own issuance. Pure. */
import type { Fault } from './domain-faults.policy.ts'
import type { ResolverAnswer } from './domains.schemas.ts'

const knownTags: ReadonlySet<string> = new Set([
  'issue',
  'issuewild',
  'iodef',
  'contactemail',
  'contactphone',
  'issuemail',
  'issuevmc',
])
const ourMethods = ['http-01', 'tls-alpn-01']

export function evaluateCaa(
  caa: { name: string; outcome: ResolverAnswer['outcome']; values: readonly string[] },
  issuers: readonly string[],
): { faults: Fault[] } {
  if (caa.outcome !== 'found' && caa.outcome !== 'none' && caa.outcome !== 'nxdomain')
    return {
      faults: [{ code: 'caa_unanswered', detail: `The CAA query for ${caa.name} returned ${caa.outcome}.` }],
    }
  const records = caa.values.map(parseRecord)
  const unknown = records.find(({ isCritical, tag }) => isCritical && !knownTags.has(tag))
  const issue = records.filter(({ tag }) => tag === 'issue')
  const isAllowed = issue.length === 0 || issue.some(({ value }) => allows(value, issuers))
  if (isAllowed && unknown === undefined) return { faults: [] }
  const detail = `${caa.name} has ${caa.values.join(', ')}, but needs ${issuers.join(' or ')}.`
  return { faults: [{ code: 'caa_forbids', detail: detail.slice(0, 500) }] }
}

function allows(value: string, issuers: readonly string[]): boolean {
  const [domain = '', ...parameters] = value.split(';').map((part) => part.trim())
  if (!issuers.includes(domain.toLowerCase())) return false
  const methods = parameters.find((each) => each.toLowerCase().startsWith('validationmethods='))
  const named = methods
    ?.slice('validationmethods='.length)
    .split(',')
    .map((each) => each.trim().toLowerCase())
  return named === undefined || named.some((each) => ourMethods.includes(each))
}

/** Parses text such as `0 issue "letsencrypt.org"`. */
function parseRecord(text: string): { isCritical: boolean; tag: string; value: string } {
  const [flags = '', tag = '', ...rest] = text.split(' ')
  return { isCritical: (Number(flags) & 128) !== 0, tag: tag.toLowerCase(), value: rest.join(' ').slice(1, -1) }
}
