/** Steps, output, and error of a run. */
import { text } from '../../text/text.ts'
import { Disclosure } from '../../ui/disclosure.tsx'
import { Notice } from '../../ui/notice.tsx'
import { hintFor } from '../../ui/problem-texts.ts'
import { StageList } from '../../ui/stage-list.tsx'
import { type RunLog, shownState } from './run-log.ts'

export interface RunViewProps {
  log: RunLog
  isOver: boolean
  error: { code: string; message: string; hint?: string } | null
  /** Labels of steps. A step without a label shows its identifier. */
  names: Readonly<Record<string, string>>
}

export function RunView({ log, isOver, error, names }: RunViewProps) {
  const words = text.serverTasks
  const stages = log.steps.map((step) => {
    const state = shownState(step, { isOver, hasFailed: error !== null })
    return {
      key: step.name,
      name: names[step.name] ?? step.name.replaceAll('-', ' '),
      state,
      word: words.stepWords[state],
      durationMs: step.durationMs ?? null,
    }
  })
  return (
    <div className="flex flex-col gap-4">
      {error !== null && (
        <Notice tone="bad" title={error.message}>
          {hintFor(error)}
        </Notice>
      )}
      {stages.length === 0 && !isOver && <Notice tone="busy">{words.noSteps}</Notice>}
      <StageList stages={stages} />
      {log.output !== '' && (
        <Disclosure title={words.output}>
          <pre tabIndex={0} className="max-h-80 overflow-auto rounded-md bg-sunken p-3 text-xs whitespace-pre-wrap">
            {log.output}
          </pre>
        </Disclosure>
      )}
    </div>
  )
}
