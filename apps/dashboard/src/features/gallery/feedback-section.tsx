import { Database } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Note, type NoteTone } from '../../ui/note.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ProblemCard } from '../../ui/problem-card.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { type Stage, StageList } from '../../ui/stage-list.tsx'
import { Status, type Tone } from '../../ui/status.tsx'

const tones: readonly Tone[] = ['good', 'bad', 'warn', 'busy', 'idle', 'paused', 'info']
const noteTones: readonly NoteTone[] = ['good', 'bad', 'warn', 'info']
const stages: readonly Stage[] = [
  { key: '1', name: 'Find the commit', state: 'ok', word: 'done', durationMs: 214 },
  { key: '2', name: 'Check the disk', state: 'warning', word: 'warning', hint: 'Free 2 GB soon.', durationMs: 40 },
  { key: '3', name: 'Build', state: 'running', word: 'running', durationMs: 18_200 },
  { key: '4', name: 'Health check', state: 'failed', word: 'failed', detail: 'Status 502.', hint: 'Read the log.' },
  { key: '5', name: 'Switch traffic', state: 'waiting', word: 'pending' },
  { key: '6', name: 'Clean up', state: 'skipped', word: 'skipped' },
]

export function FeedbackSection() {
  return (
    <div className="grid gap-5 xl:grid-cols-2">
      <Card title="Statuses and notices">
        <div className="flex flex-col gap-3">
          <div className="flex flex-wrap gap-2">
            {tones.map((tone) => (
              <Status key={tone} tone={tone}>
                {tone}
              </Status>
            ))}
          </div>
          {tones.map((tone) => (
            <Notice key={tone} tone={tone} title={tone}>
              {'One sentence about it.'}
            </Notice>
          ))}
        </div>
      </Card>
      <Card title="Notes and problems">
        <div className="flex flex-col gap-3">
          {noteTones.map((tone) => (
            <Note key={tone} tone={tone} title={`A note: ${tone}`} actions={<Button>{'Fix it'}</Button>}>
              <p>{'What happened, why, and what to do next.'}</p>
            </Note>
          ))}
          <ProblemCard error={new Error('The server refused the connection.')} onRetry={() => undefined} />
        </div>
      </Card>
      <Card title="Stages">
        <StageList stages={stages} />
      </Card>
      <Card isFlush title="Empty and loading">
        <EmptyState icon={Database} title="No backups yet" note="Backups run on a schedule that you choose.">
          <Button kind="primary">{'Add schedule'}</Button>
        </EmptyState>
        <div inert className="border-t border-line [&_.animate-pulse]:animate-none">
          <SkeletonRows rows={2} />
        </div>
      </Card>
    </div>
  )
}
