import type { Instance } from '@longshore/sdk'
import { getInstance, getInstanceSystem } from '@longshore/sdk/operations'
import { useRead } from '../../api/queries.ts'
import { text } from '../../text/text.ts'
import { Card } from '../../ui/card.tsx'
import { Page } from '../../ui/page.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { HealthCard } from './health-card.tsx'
import { InstanceBackups } from './instance-backups.tsx'
import { MailCard } from './mail-card.tsx'
import { RecoveryKit } from './recovery-kit.tsx'
import { RestoreNotice } from './restore-notice.tsx'
import { StorageCard } from './storage-card.tsx'
import { UpgradeCard } from './upgrade-card.tsx'
import { UrlsCard } from './urls-card.tsx'
import { UsersCard } from './users-card.tsx'
import { MemberVersion, VersionCard } from './version-card.tsx'

const words = text.instance
/** Polls, because instance backups have no events. */
const everyMs = 30_000

export function InstancePage() {
  const instance = useRead(getInstance, {}, { refetchInterval: everyMs })
  return (
    <Page title={words.title} note={instance.data?.isOperator === true ? words.note : words.memberNote}>
      <QueryView query={instance}>
        {(found) => (
          <>
            {found.restore !== null && <RestoreNotice restore={found.restore} canConfirm={found.isOperator} />}
            {found.isOperator ? <OperatorCards instance={found} /> : <MemberVersion version={found.version} />}
          </>
        )}
      </QueryView>
    </Page>
  )
}

function OperatorCards({ instance: { backups, recoveryKit } }: { instance: Instance }) {
  return (
    <>
      <HealthCard />
      <div className="grid items-start gap-4 sm:gap-5 xl:grid-cols-2">
        <UpgradeCard />
        <SystemCards />
        {backups !== null && <InstanceBackups backups={backups} />}
        {recoveryKit !== null && <RecoveryKit kit={recoveryKit} />}
      </div>
      <UsersCard />
    </>
  )
}

/** One read for four cards. If it fails, one card says so instead of four. */
function SystemCards() {
  const system = useRead(getInstanceSystem, {})
  if (system.data === undefined)
    return (
      <Card isFlush title={words.state.title}>
        <QueryView query={system}>{() => null}</QueryView>
      </Card>
    )
  return (
    <>
      <VersionCard system={system.data} />
      <MailCard mail={system.data.mail} />
      <StorageCard storage={system.data.storage} />
      <UrlsCard urls={system.data.urls} />
    </>
  )
}
