import type { Domain } from '@longshore/sdk'
import { text } from '../../text/text.ts'
import { Card } from '../../ui/card.tsx'
import { Facts } from '../../ui/facts.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'

export function CheckFacts({ domain }: { domain: Domain }) {
  const { facts, proof, routing } = text.domains
  const { verification, lastCheckedAt, nextCheckAt } = domain
  return (
    <Card title={facts.title}>
      <Facts
        facts={[
          { name: facts.routing, value: routing[domain.routing] },
          { name: facts.proof, value: proof[verification.verifiedBy ?? 'none'] },
          {
            name: facts.last,
            value: lastCheckedAt === null ? text.common.never : <RelativeTime at={lastCheckedAt} />,
          },
          { name: facts.next, value: <RelativeTime at={nextCheckAt} /> },
          {
            name: facts.nameservers,
            value: verification.nameservers.length === 0 ? text.common.none : verification.nameservers.join(', '),
          },
        ]}
      />
    </Card>
  )
}
