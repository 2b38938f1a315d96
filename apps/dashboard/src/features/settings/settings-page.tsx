import { getOrganization } from '@longshore/sdk/operations'
import { useOrganization } from '../../api/organization.ts'
import { useRead } from '../../api/queries.ts'
import { text } from '../../text/text.ts'
import { Page } from '../../ui/page.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { DeleteOrganization } from './delete-organization.tsx'
import { GeneralCard } from './general-card.tsx'
import { NewOrganization } from './new-organization.tsx'
import { QuotasCard } from './quotas-card.tsx'

export function SettingsPage() {
  const mine = useOrganization()
  const query = useRead(getOrganization, { id: mine?.id ?? '' }, { enabled: mine !== undefined })
  return (
    <Page title={text.settings.title} isNarrow>
      <QueryView query={query}>
        {(organization) => (
          <>
            <GeneralCard key={`general-${organization.version}`} organization={organization} />
            <NewOrganization />
            <QuotasCard key={`quotas-${organization.version}`} organization={organization} />
            <DeleteOrganization organization={organization} />
          </>
        )}
      </QueryView>
    </Page>
  )
}
