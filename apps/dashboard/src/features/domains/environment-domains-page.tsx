import type { Environment } from '@longshore/sdk'
import { attachDomain, listDomains } from '@longshore/sdk/operations'
import { Globe, Plus } from 'lucide-react'
import { useState } from 'react'
import { useRead } from '../../api/queries.ts'
import { text } from '../../text/text.ts'
import { Allowed } from '../../ui/allowed.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useEnvironment, useTabTitle } from '../environments/environment-context.ts'
import { AttachDomain } from './attach-domain.tsx'
import { AttachedItem } from './attached-item.tsx'

const { environment: words } = text.domains
/** One read for all domains. Beyond it, the certificate still shows whether DNS is right. */
const checkedLimit = 100

export function EnvironmentDomainsPage() {
  useTabTitle(words.title)
  const environment = useEnvironment()
  const registered = useRead(listDomains, { limit: checkedLimit }).data?.items ?? []
  const [isAttaching, setAttaching] = useState(false)
  const attach = (
    <Allowed to={attachDomain} hasReason>
      <Button kind="primary" icon={<Plus aria-hidden size={16} />} onClick={() => setAttaching(true)}>
        {words.attach}
      </Button>
    </Allowed>
  )
  return (
    <>
      <Card isFlush title={words.title} note={words.note} actions={attach}>
        {environment.domains.length === 0 ? (
          <EmptyState icon={Globe} title={words.empty.title} note={words.empty.note} />
        ) : (
          <ul className="divide-y divide-line">
            {sorted(environment.domains).map((domain) => (
              <AttachedItem
                key={domain.hostname}
                environment={environment}
                domain={domain}
                registered={registered.find(({ id }) => id === domain.domainId)}
              />
            ))}
          </ul>
        )}
      </Card>
      <AttachDomain environment={environment} isOpen={isAttaching} onClose={() => setAttaching(false)} />
    </>
  )
}

/** Custom domains first. */
function sorted(domains: Environment['domains']): Environment['domains'] {
  return [...domains].sort((a, b) => Number(a.origin === 'automatic') - Number(b.origin === 'automatic'))
}
