import type { InstanceBackupState } from '@longshore/sdk'
import { text } from '../../text/text.ts'
import { Card } from '../../ui/card.tsx'
import { CodeBlock } from '../../ui/copy.tsx'
import { Facts } from '../../ui/facts.tsx'
import { formatBytes, formatNumber } from '../../ui/format.ts'
import { Notice } from '../../ui/notice.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Status, type Tone } from '../../ui/status.tsx'

const words = text.instance.backups
type Last = NonNullable<InstanceBackupState['last']>

const tones: Record<Last['status'], Tone> = { running: 'busy', succeeded: 'good', failed: 'bad', expired: 'idle' }

export function InstanceBackups({ backups }: { backups: InstanceBackupState }) {
  const { isScheduled, last } = backups
  return (
    <Card title={words.title} note={words.note}>
      <div className="flex flex-col gap-4">
        {!isScheduled && (
          <>
            <Notice tone="warn" title={words.notScheduled}>
              {words.notScheduledNote}
            </Notice>
            <CodeBlock>{words.setting}</CodeBlock>
          </>
        )}
        {last === null ? (
          isScheduled && <p className="text-sm text-ink-soft">{words.noneYet}</p>
        ) : (
          <LastRun last={last} lastSucceededAt={backups.lastSucceededAt} />
        )}
      </div>
    </Card>
  )
}

function LastRun({ last, lastSucceededAt }: { last: Last; lastSucceededAt: string | null }) {
  return (
    <>
      {last.problem !== null && (
        <Notice tone="bad" title={words.states.failed}>
          {last.problem}
        </Notice>
      )}
      <Facts
        facts={[
          {
            name: words.last,
            value: (
              <span className="flex flex-wrap items-center gap-2">
                <Status tone={tones[last.status]}>{words.states[last.status]}</Status>
                <RelativeTime at={last.startedAt} />
              </span>
            ),
          },
          {
            name: words.lastGood,
            value: lastSucceededAt === null ? text.common.never : <RelativeTime at={lastSucceededAt} />,
          },
          ...(last.sizeBytes === null ? [] : [{ name: words.size, value: formatBytes(last.sizeBytes) }]),
          ...(last.rows === null ? [] : [{ name: words.rows, value: formatNumber(last.rows) }]),
        ]}
      />
    </>
  )
}
