import type { HardeningRun } from '@longshore/sdk'
import { text } from '../../text/text.ts'
import { Notice } from '../../ui/notice.tsx'
import { ProblemCard } from '../../ui/problem-card.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Status, type Tone } from '../../ui/status.tsx'
import { ChangeList, SkippedList } from './hardening-changes.tsx'
import { RunView } from './run-view.tsx'
import { isRunOver, useHardeningRun } from './use-hardening-run.ts'

const words = text.security

export function RunStatus({ run }: { run: HardeningRun }) {
  if (run.revertedAt !== null) return <Status tone="paused">{words.runStates.undone}</Status>
  return <Status tone={toneOf(run)}>{words.runStates[run.status]}</Status>
}

function toneOf(run: HardeningRun): Tone {
  if (!isRunOver(run)) return 'busy'
  if (run.status === 'confirmed') return 'good'
  return run.status === 'planned' ? 'info' : run.status === 'rolled_back' ? 'warn' : 'bad'
}

export function HardeningRunView({ serverId, runId }: { serverId: string; runId: string }) {
  const { run, log, streamError } = useHardeningRun(serverId, runId)
  return (
    <QueryView query={run}>
      {(data) => (
        <div className="flex flex-col gap-4">
          <div role="status" aria-live="polite">
            <Outcome run={data} />
          </div>
          <RunView log={log} isOver={isRunOver(data)} error={data.error} names={words.steps} />
          {!isRunOver(data) && <ProblemCard error={streamError} />}
          {isRunOver(data) && <ChangeList changes={data.changes} />}
          {isRunOver(data) && <SkippedList skipped={data.skipped} />}
        </div>
      )}
    </QueryView>
  )
}

function Outcome({ run }: { run: HardeningRun }) {
  const { status, kind, armedUntil } = run
  if (status === 'confirmed')
    return <Notice tone="good" title={kind === 'revert' ? words.run.undone : words.run.confirmed} />
  if (status === 'rolled_back') return <Notice tone="warn" title={words.run.rolledBack} />
  if (status === 'failed') return <Notice tone="bad" title={words.run.failed} />
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <RunStatus run={run} />
      {armedUntil !== null && !isRunOver(run) && (
        <span className="text-ink-soft">
          {words.run.until} <RelativeTime at={armedUntil} />
        </span>
      )}
    </p>
  )
}
