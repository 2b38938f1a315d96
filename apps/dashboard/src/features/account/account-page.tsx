import { getMe } from '@longshore/sdk/operations'
import { useRead } from '../../api/queries.ts'
import { text } from '../../text/text.ts'
import { Page } from '../../ui/page.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { DeleteAccountCard } from './delete-account-card.tsx'
import { PasswordCard } from './password-card.tsx'
import { ProfileCard } from './profile-card.tsx'
import { SecondFactorCard } from './second-factor-card.tsx'
import { SessionsCard } from './sessions-card.tsx'

export function AccountPage() {
  const me = useRead(getMe, {})
  return (
    <Page title={text.account.title} isNarrow>
      <QueryView query={me}>
        {(user) => (
          <>
            <ProfileCard user={user} />
            <PasswordCard />
            <SecondFactorCard user={user} />
            <SessionsCard />
            <DeleteAccountCard user={user} />
          </>
        )}
      </QueryView>
    </Page>
  )
}
