import { updateBackupConfig } from '@longshore/sdk/operations'
import { DatabaseBackup } from 'lucide-react'
import { text } from '../../text/text.ts'
import { Allowed } from '../../ui/allowed.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { BackUpNow } from './back-up-now.tsx'

export function BackupsOff({ onSetUp }: { onSetUp(): void }) {
  const { off } = text.backups
  return (
    <Card>
      <EmptyState icon={DatabaseBackup} title={off.title} note={off.note}>
        <Allowed to={updateBackupConfig} hasReason>
          <div className="flex flex-wrap justify-center gap-2">
            <Button onClick={onSetUp}>{off.setUp}</Button>
            <BackUpNow />
          </div>
        </Allowed>
      </EmptyState>
    </Card>
  )
}
