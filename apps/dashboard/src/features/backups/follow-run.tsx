/** Follows a restore or import live, then asks for confirmation or undo. */
import { type ReactNode, useEffect, useState } from 'react'
import { text } from '../../text/text.ts'
import { ActionMenu } from '../../ui/action-menu.tsx'
import { Allowed } from '../../ui/allowed.tsx'
import { Button } from '../../ui/button.tsx'
import { CodeBlock } from '../../ui/copy.tsx'
import { FailureLink } from '../../ui/failure-link.tsx'
import { Note } from '../../ui/note.tsx'
import { ProblemCard } from '../../ui/problem-card.tsx'
import { hintFor } from '../../ui/problem-texts.ts'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { StageList } from '../../ui/stage-list.tsx'
import { ConfirmOrUndo } from './confirm-or-undo.tsx'
import { type DataRun, isCancellable, isStage, stagesOf } from './run-stages.ts'
import type { FollowedRun } from './use-run.ts'

const { follow: words } = text.restores

export interface FollowRunProps {
  run: DataRun
  actions: FollowedRun
  /** The data went into another database, so there is nothing to confirm. */
  isBeside?: boolean
  isImport?: boolean
  /** Result of a finished run. */
  result?: ReactNode
  onClose(): void
}

export function FollowRun({ run, actions, isBeside = false, isImport = false, result, onClose }: FollowRunProps) {
  const { status } = run
  const reached = useReached(run)
  return (
    <div className="flex flex-col gap-4 text-sm">
      <StageList stages={stagesOf(run, reached)} />
      <RunProgress run={run} />
      <RunEnd run={run} done={doneTitle({ isBeside, isImport })} isBeside={isBeside} />
      <RunWarning warning={run.warning} />
      {status === 'succeeded' && result}
      {!isBeside && <ConfirmOrUndo run={run} actions={actions} />}
      <ProblemCard error={actions.error} />
      <div className="flex flex-wrap items-center justify-end gap-2">
        {isCancellable(status) && (
          <>
            <p className="mr-auto text-xs text-ink-soft">{words.goesOn}</p>
            <Allowed to="backups:restore">
              <Button kind="danger" isBusy={actions.isBusy} onClick={actions.cancel}>
                {words.cancel}
              </Button>
            </Allowed>
          </>
        )}
        <ActionMenu actions={actions.calls} />
        {/* Closing keeps both choices open, so it's the main action after the end. */}
        <Button kind={isStage(status) ? 'secondary' : 'primary'} onClick={onClose}>
          {words.close}
        </Button>
      </div>
    </div>
  )
}

/** The last stage before the end, because the final status doesn't name it. */
function useReached({ status }: DataRun) {
  const [reached, setReached] = useState(isStage(status) ? status : undefined)
  useEffect(() => {
    if (isStage(status)) setReached(status)
  }, [status])
  return reached
}

function RunProgress({ run: { status, progress } }: { run: DataRun }) {
  if (!isStage(status) || progress === null || progress.totalBytes === null || progress.totalBytes === 0) return null
  return <ProgressBar label={words.progress} value={progress.bytes} max={progress.totalBytes} />
}

function doneTitle({ isBeside, isImport }: { isBeside: boolean; isImport: boolean }): string {
  if (isBeside) return words.doneNew
  return isImport ? words.doneImport : words.done
}

/** The data is in place, but an app of the environment has a problem with it. */
function RunWarning({ warning }: Pick<DataRun, 'warning'>) {
  if (warning === null) return null
  return (
    <>
      <Note tone="warn" title={warning.title}>
        <p>{warning.detail}</p>
        <p className="text-ink-soft">{hintFor(warning)}</p>
      </Note>
      {warning.logTail !== undefined && warning.logTail !== '' && (
        <CodeBlock label={words.lastLines}>{warning.logTail}</CodeBlock>
      )}
    </>
  )
}

function RunEnd({ run: { status, error }, done, isBeside }: { run: DataRun; done: string; isBeside: boolean }) {
  if (status === 'succeeded')
    return (
      <Note tone="good" title={done}>
        {isBeside ? words.doneNewNote : undefined}
      </Note>
    )
  if (status === 'reverted') return <Note tone="info" title={words.reverted} />
  if (status === 'cancelled') return <Note tone="info" title={words.cancelled} />
  if (status !== 'failed') return null
  return (
    <>
      <Note tone="bad" title={error?.title ?? words.failed}>
        {error !== null && (
          <>
            <p>{error.detail}</p>
            <p className="text-ink-soft">{hintFor(error)}</p>
            <FailureLink code={error.code} />
          </>
        )}
        <p className="text-ink-soft">{words.failed}</p>
      </Note>
      {error?.logTail !== undefined && error.logTail !== '' && (
        <CodeBlock label={words.lastLines}>{error.logTail}</CodeBlock>
      )}
    </>
  )
}
