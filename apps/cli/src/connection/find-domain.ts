import type { Client, Domain } from '@longshore/sdk'
import { getDomain, listDomains } from '@longshore/sdk/operations'
import { CliError } from '../exit-codes.ts'

/** Finds a domain by hostname (Unicode or Punycode) or ID. */
export async function findDomain(client: Client, asked: string): Promise<Domain> {
  if (/^dom_[a-z0-9]+$/.test(asked)) return await client.call(getDomain, { id: asked })
  const wanted = asked.toLowerCase()
  for await (const domain of client.items(listDomains))
    if (domain.hostname === wanted || domain.unicodeHostname === wanted) return domain
  throw new CliError('notFound', `Unknown domain “${asked}”.`, 'See: longshore domain list')
}
