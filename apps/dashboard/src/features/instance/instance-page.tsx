import type { Instance } from '@longshore/sdk'
import { getInstance } from '@longshore/sdk/operations'
import { liveState } from '../../api/live-updates.ts'
import { useRead } from '../../api/queries.ts'
import { useStore } from '../../api/store.ts'
import { text } from '../../text/text.ts'
import { Card } from '../../ui/card.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Page } from '../../ui/page.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { Status } from '../../ui/status.tsx'
import { InstanceBackups } from './instance-backups.tsx'
import { RecoveryKit } from './recovery-kit.tsx'
import { RestoreNotice } from './restore-notice.tsx'

const words = text.instance
/** Polls, because instance backups have no events. */
const everyMs = 30_000

export function InstancePage() {
  const instance = useRead(getInstance, {}, { refetchInterval: everyMs })
  return (
    <Page title={words.title} note={words.note} isNarrow>
      <QueryView query={instance}>
        {(found) => (
          <>
            {found.restore !== null && <RestoreNotice restore={found.restore} canConfirm={found.isOperator} />}
            <StateCard instance={found} />
            {found.backups !== null && <InstanceBackups backups={found.backups} />}
            {found.recoveryKit !== null && <RecoveryKit kit={found.recoveryKit} />}
          </>
        )}
      </QueryView>
    </Page>
  )
}

function StateCard({ instance: { version, isOperator } }: { instance: Instance }) {
  const isLive = useStore(liveState) === 'open'
  const { state } = words
  return (
    <Card title={state.title}>
      <Facts
        facts={[
          { name: state.version, value: version },
          {
            name: state.connection,
            value: <Status tone={isLive ? 'good' : 'warn'}>{isLive ? state.connected : state.lost}</Status>,
          },
          ...(isOperator ? [{ name: state.operator, value: state.isOperator }] : []),
        ]}
      />
    </Card>
  )
}
