import { DatabaseBackup } from 'lucide-react'
import { text } from '../../text/text.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'

export function BackupsOff({ onSetUp }: { onSetUp(): void }) {
  const { off } = text.backups
  return (
    <Card>
      <EmptyState icon={DatabaseBackup} title={off.title} note={off.note}>
        <Button kind="primary" onClick={onSetUp}>
          {off.setUp}
        </Button>
      </EmptyState>
    </Card>
  )
}
