/**
 * Blocks connections from containers to link-local addresses, where clouds serve the credentials of a machine, and
 * optionally to private networks. The rules are in a separate chain below DOCKER-USER, which Docker and ufw don't
 * change. A unit adds them each time Docker starts; if it fails, Docker still runs.
 */
import type { Evidence } from '../evidence/evidence.ts'
import { paths } from '../evidence/paths.ts'
import type { Change, Checks, StagePlan } from './change.ts'
import { riskOf } from './options.ts'

const linkLocal = 'docker.link_local_egress'
const privateNetworks = 'docker.private_egress'
export const egressChain = 'LONGSHORE-EGRESS'
export const egressUnit = 'longshore-egress.service'

const iptables = '/usr/sbin/iptables -w 10'
const refuse = '-j REJECT --reject-with icmp-admin-prohibited'
/** Clouds serve DNS at such addresses too, and Docker queries it from inside the network of the container. */
const dnsRules = ['-p udp --dport 53 -j RETURN', '-p tcp --dport 53 -j RETURN']
const rulesOf: Record<string, readonly string[]> = {
  [linkLocal]: [`-d 169.254.0.0/16 ${refuse}`],
  // Match only new connections that leave the container networks: those within a network pass here as well.
  [privateNetworks]: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16'].flatMap((range) =>
    ['br-+', 'docker0'].map((bridge) => `-i ${bridge} ! -o ${bridge} -d ${range} -m conntrack --ctstate NEW ${refuse}`),
  ),
}

export function planEgress(evidence: Evidence, selected: ReadonlySet<string>): StagePlan {
  const before = evidence.files.get(paths.egressUnit) ?? ''
  const [first, ...rest] = [linkLocal, privateNetworks].filter((id) => selected.has(id) && !hasRules(before, id))
  if (first === undefined) return { changes: [], skipped: [] }
  const checks: Checks = [first, ...rest]
  if (!evidence.docker.isInstalled || evidence.units.get('docker.service')?.isActive !== true) {
    const reason = 'docker.service does not run on the server; its rules can only be added to those of Docker.'
    return { changes: [], skipped: checks.map((check) => ({ check, reason })) }
  }
  // Keep what an earlier run chose.
  const kept = [linkLocal, privateNetworks].filter((id) => selected.has(id) || hasRules(before, id))
  const after = unitText(kept.flatMap((id) => rulesOf[id] ?? []))
  const dropInBefore = evidence.files.get(paths.egressDropIn) ?? ''
  return {
    changes: [
      write({ checks, path: paths.egressUnit, before, after }),
      ...(dropInBefore === dropIn
        ? []
        : [write({ checks, path: paths.egressDropIn, before: dropInBefore, after: dropIn })]),
    ],
    skipped: [],
  }
}

function hasRules(unit: string, check: string): boolean {
  return (rulesOf[check] ?? []).every((rule) => unit.includes(` -A ${egressChain} ${rule}\n`))
}

function unitText(rules: readonly string[]): string {
  const add = [...dnsRules, ...rules].map((rule) => `ExecStart=${iptables} -A ${egressChain} ${rule}`)
  return `# Written by Longshore.
[Unit]
Description=Longshore: addresses that containers may not connect to
After=docker.service
PartOf=docker.service

[Service]
Type=oneshot
RemainAfterExit=yes
ExecStart=-${iptables} -N ${egressChain}
ExecStart=${iptables} -F ${egressChain}
${add.join('\n')}
ExecStart=-${iptables} -D DOCKER-USER -j ${egressChain}
ExecStart=${iptables} -I DOCKER-USER -j ${egressChain}
ExecStop=-${iptables} -D DOCKER-USER -j ${egressChain}
ExecStop=-${iptables} -F ${egressChain}
ExecStop=-${iptables} -X ${egressChain}
`
}

/** Write a drop-in instead of enabling the unit: a file can be restored byte for byte. */
const dropIn = `# Written by Longshore.
[Unit]
Wants=${egressUnit}
`

function write(options: { checks: Checks; path: string; before: string; after: string }): Change {
  const { checks, path, before, after } = options
  const action = { kind: 'write', path, mode: '0644', content: after } as const
  return { stage: 'egress', checks, file: path, before, after, risk: riskOf(checks), action }
}
