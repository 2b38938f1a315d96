import type { Analysis } from '@longshore/sdk'
import { text } from '../../text/text.ts'
import { StageList, type StageState } from '../../ui/stage-list.tsx'

const words = text.analysis
const stages = ['queued', 'fetching', 'scanning'] as const

type Progress = Pick<Analysis, 'status'> & Partial<Pick<Analysis, 'startedAt' | 'error'>>

export function AnalysisProgress({ status, startedAt, error }: Progress) {
  const reached = stages.findIndex((stage) => stage === status)
  const hasFailed = status === 'failed' || status === 'cancelled'
  // The API names the error, not the stage. Errors of the scan itself have their own prefix.
  const failedAt = startedAt === null ? 0 : error?.code.startsWith('analysis_') === true ? 2 : 1
  const stateOf = (index: number): StageState => {
    if (hasFailed) return index < failedAt ? 'ok' : index === failedAt ? 'failed' : 'waiting'
    if (index === reached) return 'running'
    return reached === -1 || index < reached ? 'ok' : 'waiting'
  }
  return (
    <div role="status" aria-live="polite">
      <StageList
        stages={stages.map((stage, index) => ({
          key: stage,
          name: words.stages[stage],
          state: stateOf(index),
          word: words.stageWords[stateOf(index)],
        }))}
      />
    </div>
  )
}
