/** Resources that only the api can create, one of each, so that every page has something to show. */

import { randomBytes } from 'node:crypto'
import type { Deployment } from '@longshore/sdk'
import { brandId, decodeId, encodeId } from '../../../apps/server/src/testing/internals/ids.ts'
import { createSqlClient } from '../../../apps/server/src/testing/sql-client.ts'
import { call, type SignedIn } from '../client.ts'
import type { Places } from '../dashboard-pages.ts'
import { connectorBody, insertFakeNoticeDelivery } from '../fake-connector.ts'
import type { Instance } from '../instance.ts'
import type { ResponseView } from '../response-view.ts'
import { type SeedOptions, seedRows, usualWords } from './rows.ts'
import { seedRun } from './run.ts'

type Sizes = Omit<SeedOptions, 'organizationId' | 'userId'>

/** More than users have. */
const quotas = [
  'servers', 'gitProviders', 'registries', 'backupDestinations', 'domains', 'connectors', 'projects', 'environments', 'queuedDeployments',
] // biome-ignore format: a list

export async function seedOrganization(instance: Instance, person: SignedIn, sizes: Sizes): Promise<Places> {
  const created = await call(instance, 'POST', '/api/v1/organizations', {
    token: person.token,
    body: { name: 'Harbour' },
  })
  const organizationId = String(created.body.id)
  const make = async <Body = ResponseView>(method: string, path: string, body?: unknown) => {
    const as = { token: person.token, organization: organizationId }
    const answer = await call<Body>(instance, method, `/api/v1${path}`, {
      ...as,
      ...(body === undefined ? {} : { body }),
    })
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`)
    return answer.body
  }
  const word = sizes.textFor ?? usualWords
  const { userId } = person
  await make('PATCH', `/organizations/${organizationId}`, {
    quotas: Object.fromEntries(quotas.map((name) => [name, 1_000_000])),
  })
  const seeded = await seedRows(instance, { organizationId, userId, ...sizes })
  for (const id of [seeded.liveDeploymentId, seeded.failedDeploymentId]) {
    const deployment = await make<Deployment>('GET', `/environments/${seeded.environmentId}/deployments/${id}`)
    await seedRun(instance, { organizationId, deployment, textFor: word })
  }
  await make('POST', `/organizations/${organizationId}/invitations`, { email: 'guest@example.com', role: 'viewer' })
  await make('POST', '/api-tokens', { name: visible(word(1)), scopes: ['events:read'] })
  const connector = await make('POST', '/notification-connectors', {
    ...(await connectorBody()),
    name: visible(word(2)),
  })
  await insertFakeNoticeDelivery(instance, connector.id)
  const domainId = await seedDomain(instance, { organizationId, environmentId: seeded.environmentId })
  return { ...seeded, organizationId, domainId, connectorId: connector.id }
}

/** Names are one line of at most a hundred characters, without control characters. */
function visible(text: string): string {
  const clean = text.replaceAll(/\p{C}/gu, ' ').trim().slice(0, 90)
  return clean === '' ? 'Thing' : `${clean} ${randomBytes(2).toString('hex')}`
}

async function seedDomain(
  instance: Instance,
  { organizationId, environmentId }: { organizationId: string; environmentId: string },
): Promise<string> {
  await using db = createSqlClient(instance.databaseUrl)
  const hostname = `shop-${randomBytes(4).toString('hex')}.example.com`
  const rows = await db.query<{ id: string }>(
    `insert into domains (id, organization_id, hostname, apex_domain, status, proof, proven_at, routing, may_issue, may_serve, reach_token,
       reach_answer, last_checked_at, verified_at, next_check_at)
     values (gen_random_uuid(), $1, $3, 'example.com', 'verified', 'txt', now(), 'direct', true, true, $2, $2, now(), now(),
       now() + interval '1 day') returning id`,
    [decodeId('org', organizationId), randomBytes(16).toString('hex'), hostname],
  )
  const id = rows[0]?.id ?? ''
  await db.query(
    `insert into routes (id, organization_id, environment_id, hostname, service_name, origin, tls, domain_id)
     values (gen_random_uuid(), $1, $2, $4, 'web', 'domain', 'auto', $3)`,
    [decodeId('org', organizationId), decodeId('env', environmentId), id, hostname],
  )
  return encodeId('dom', brandId(id))
}
