import { useOrganization } from '../../api/organization.ts'
import { text } from '../../text/text.ts'
import { Page } from '../../ui/page.tsx'
import { InvitationsCard } from './invitations-card.tsx'
import { MembersCard } from './members-card.tsx'

export function TeamPage() {
  const mine = useOrganization()
  if (mine === undefined) return null
  const isOwner = mine.role === 'owner'
  const { title, note } = text.team
  return (
    <Page title={title} note={note}>
      <MembersCard organizationId={mine.id} canChange={isOwner} />
      <InvitationsCard organizationId={mine.id} canInvite={isOwner} />
    </Page>
  )
}
