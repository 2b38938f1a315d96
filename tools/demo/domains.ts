/** Domains that point at the servers, with certificates. */
import { randomBytes } from 'node:crypto'
import { servers } from './catalog.ts'
import type { Demo, PlacedEnvironment } from './demo.ts'
import { hoursBefore, pastId } from './past-id.ts'

const apex = 'harborcoffee.example'
/** Validity of Let's Encrypt certificates, and the time of their renewal. */
const [validDays, renewedAfterDays] = [90, 60]

export async function addDomains(demo: Demo): Promise<void> {
  for (const [index, environment] of demo.environments.entries())
    for (const hostname of environment.hostnames) await addDomain(demo, environment, { hostname, index })
}

async function addDomain(
  { db, organizationId, now }: Demo,
  environment: PlacedEnvironment,
  { hostname, index }: { hostname: string; index: number },
): Promise<void> {
  const since = hoursBefore(now, 1_100 + index * 26)
  const id = pastId(since)
  const token = randomBytes(16).toString('hex')
  await db.query(
    `insert into domains (id, organization_id, hostname, apex_domain, status, proof, proven_at, routing, may_issue, may_serve, reach_token,
       reach_answer, findings, last_checked_at, verified_at, next_check_at, created_at)
     values ($1, $2, $3, $4, 'verified', 'txt', $5, 'direct', true, true, $6, $6, $7, $8, $5, $8::timestamptz + interval '1 year', $5)`,
    [
      id,
      organizationId,
      hostname,
      apex,
      since,
      token,
      JSON.stringify(findingsOf(environment, hostname)),
      hoursBefore(now, 0.2),
    ],
  )
  const service = environment.services.find(({ kind }) => kind === 'web' || kind === 'static')?.name
  await db.query(
    `insert into routes (id, organization_id, environment_id, hostname, service_name, origin, tls, force_https, domain_id)
     values (gen_random_uuid(), $1, $2, $3, $4, 'domain', 'auto', true, $5)`,
    [organizationId, environment.id, hostname, service, id],
  )
  // With its own domain, the environment doesn't need the automatic URL.
  await db.query('update environments set has_automatic_address = false where id = $1', [environment.id])
  const issued = hoursBefore(now, 24 * (11 + index * 5))
  await db.query(
    `insert into certificates (server_id, hostname, organization_id, status, may_issue, issuer, not_before, not_after, renew_at)
     values ($1, $2, $3, 'active', true, 'Let''s Encrypt E8', $4, $5, $6)`,
    [
      environment.serverId,
      hostname,
      organizationId,
      issued,
      hoursBefore(issued, -24 * validDays),
      hoursBefore(issued, -24 * renewedAfterDays),
    ],
  )
}

function findingsOf({ server }: PlacedEnvironment, hostname: string) {
  const found = servers.filter(({ name }) => name === server).map(({ host }) => host)
  const record = { type: 'A', name: hostname, expected: found, found, ok: true }
  const ask = (resolver: string, kind: string, durationMs: number) => ({
    resolver,
    kind,
    type: 'A',
    outcome: 'found',
    found,
    durationMs,
  })
  const answers = [
    ask('1.1.1.1:53', 'resolver', 11),
    ask('8.8.8.8:53', 'resolver', 17),
    ask('9.9.9.9:53', 'resolver', 14),
    ask('198.51.100.53:53', 'authoritative', 29),
  ]
  return { records: [record], answers, nameservers: [`ns1.${apex}`, `ns2.${apex}`] }
}
