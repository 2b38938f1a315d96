import type { Analysis } from '@longshore/sdk'
import { text } from '../../text/text.ts'
import { StageList, type StageState } from '../../ui/stage-list.tsx'

const words = text.analysis
const stages = ['queued', 'fetching', 'scanning'] as const

export function AnalysisProgress({ status }: { status: Analysis['status'] }) {
  const reached = stages.findIndex((stage) => stage === status)
  const hasFailed = status === 'failed' || status === 'cancelled'
  const stateOf = (index: number): StageState => {
    if (hasFailed) return index === 0 ? 'ok' : index === 1 ? 'failed' : 'waiting'
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
