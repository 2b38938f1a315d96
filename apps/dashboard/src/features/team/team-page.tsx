import { getOrganization } from '@longshore/sdk/operations'
import { Link } from '@tanstack/react-router'
import { useOrganization } from '../../api/organization.ts'
import { useRead } from '../../api/queries.ts'
import { paths } from '../../navigation/paths.ts'
import { text } from '../../text/text.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { InvitationsCard } from './invitations-card.tsx'
import { MembersCard } from './members-card.tsx'

export function TeamPage() {
  const mine = useOrganization()
  const organization = useRead(getOrganization, { id: mine?.id ?? '' }, { enabled: mine !== undefined })
  if (mine === undefined) return null
  const isPersonal = organization.data?.personal === true
  const isOwner = mine.role === 'owner'
  const { title, note, personal } = text.team
  return (
    <Page title={title} note={note}>
      {isPersonal && (
        <Notice tone="info" title={personal.title}>
          <p>{personal.note}</p>
          <Link to={paths.settings()} className={`${buttonClass('secondary')} mt-2`}>
            {personal.action}
          </Link>
        </Notice>
      )}
      <MembersCard organizationId={mine.id} canChange={isOwner && !isPersonal} />
      {!isPersonal && <InvitationsCard organizationId={mine.id} canInvite={isOwner} />}
    </Page>
  )
}
