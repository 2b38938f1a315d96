/** Replaces every page for people who belong to no organization, for example after they left the only one. */
import { Building2 } from 'lucide-react'
import { text } from '../../text/text.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Page } from '../../ui/page.tsx'
import { OrganizationForm } from './organization-form.tsx'

const words = text.settings.none

export function NoOrganization() {
  return (
    <Page title={words.title}>
      <EmptyState icon={Building2} title={words.emptyTitle} note={words.note} />
      <Card title={text.settings.create.title} note={text.settings.create.note}>
        <OrganizationForm />
      </Card>
    </Page>
  )
}
