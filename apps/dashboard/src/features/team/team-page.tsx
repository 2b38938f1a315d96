import { updateMember } from '@longshore/sdk/operations'
import { useOrganization } from '../../api/organization.ts'
import { useCan } from '../../api/use-can.ts'
import { text } from '../../text/text.ts'
import { Page } from '../../ui/page.tsx'
import { InvitationsCard } from './invitations-card.tsx'
import { MembersCard } from './members-card.tsx'

export function TeamPage() {
  const mine = useOrganization()
  const can = useCan()
  if (mine === undefined) return null
  const canChange = can(updateMember)
  const { title, note } = text.team
  return (
    <Page title={title} note={note}>
      <MembersCard organizationId={mine.id} canChange={canChange} />
      <InvitationsCard organizationId={mine.id} canInvite={canChange} />
    </Page>
  )
}
