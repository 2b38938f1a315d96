/** Offers the hostnames that the compose file gives to another proxy. Nothing is attached unless a person chooses it. */
import type { Analysis, FinalizeProjectRequest } from '@longshore/sdk'
import { text } from '../../text/text.ts'
import { Card } from '../../ui/card.tsx'
import { SelectField } from '../../ui/form/fields.tsx'

const words = text.finalize

type Domains = NonNullable<Analysis['domains']>

export function DomainChoice({ domains }: { domains: Domains }) {
  if (domains.length === 0) return null
  const offered = [...new Map(domains.map((domain) => [domain.hostname, domain])).values()]
  return (
    <Card title={words.domain} note={words.domainNote}>
      <SelectField
        name="domain"
        label={words.domain}
        choices={[
          { value: '', label: words.noDomain },
          ...offered.map(({ hostname, service }) => ({ value: hostname, label: words.attach(hostname, service) })),
        ]}
      />
    </Card>
  )
}

export function toDomain({ domains = [] }: Analysis, chosen: string): Pick<FinalizeProjectRequest, 'domain'> {
  const found = domains.find(({ hostname }) => hostname === chosen)
  return found === undefined ? {} : { domain: { hostname: found.hostname, service: found.service } }
}
