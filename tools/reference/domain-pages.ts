/** Reference page of domains: all possible check results. */
import { cloudflareDate, knownCdns } from '../../apps/server/src/modules/domains/dns/cdn-ranges.policy.ts'
import { domainFaults } from '../../apps/server/src/modules/domains/dns/domain-faults.policy.ts'

export function domainChecksPage(): string {
  const sections = Object.entries(domainFaults).map(([code, { title, cause, hint, patienceMs }]) => {
    const hours = patienceMs / 3_600_000
    const patience = hours === 0 ? 'immediately' : hours === 1 ? 'after an hour' : `after ${hours} hours`
    return `## ${title}\n\n\`${code}\`: ${cause}\n\n**What to do:** ${hint}\n\nA verified domain fails ${patience}.\n`
  })
  const cdns = knownCdns.map(
    ({ name, networks }) => `| ${name} | ${networks.length === 0 ? 'by alias' : networks.length} |`,
  )
  return [
    '# Domain checks\n',
    'The `code` of `error` of a domain. `detail` shows what was found; `verification` has the expected values and the response of each resolver.\n',
    ...sections,
    '## Known content delivery networks\n',
    `Cloudflare's list is of ${cloudflareDate}. The others have no date: compare them with what the network publishes before you rely on addresses of clients. \`CDN_RANGES\` adds to them.\n`,
    '| name | networks |\n| --- | --- |',
    ...cdns,
    '',
  ].join('\n')
}
