/** Registers a domain, proves it through DNS, and attaches it to an environment. */
import type { Domain } from '@longshore/sdk'
import { expectListed } from './project.ts'
import { type WalkTestEnv, zone } from './walk-test-env.ts'
import type { Walker } from './walker.ts'

export async function walkDomain(walker: Walker, { dns }: WalkTestEnv, environmentId: string): Promise<string> {
  const { id, verification } = await walker.call<Domain>('POST /domains', { body: { hostname: `shop.${zone}` } })
  dns.add(verification.txtName, 'TXT', verification.txtValue)
  await walker.call('POST /domains/:id/verify', { path: { id } })
  const isProven = (domain: { verification: { verifiedAt: string | null } }) => domain.verification.verifiedAt !== null
  await walker.pollUntil(`/domains/${id}`, isProven)
  expectListed(walker, await walker.call('GET /domains'), id)
  const body = { domainId: id, ssl: { mode: 'off' } }
  await walker.call('POST /environments/:id/domain', { path: { id: environmentId }, body })
  return id
}
