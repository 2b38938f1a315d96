import type { ServerTask } from '@longshore/sdk'
import { text } from '../../text/text.ts'
import { Notice } from '../../ui/notice.tsx'
import { ProblemCard } from '../../ui/problem-card.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { Status, type Tone } from '../../ui/status.tsx'
import { CleanupItems } from './cleanup-items.tsx'
import { RunView } from './run-view.tsx'
import { isOver, useServerTask } from './use-server-task.ts'

const words = text.serverTasks
const tones: Record<ServerTask['status'], Tone> = {
  queued: 'idle',
  running: 'busy',
  succeeded: 'good',
  failed: 'bad',
  cancelled: 'paused',
}

export function TaskStatus({ task }: { task: ServerTask }) {
  return <Status tone={tones[task.status]}>{words.states[task.status]}</Status>
}

export function TaskView({ serverId, taskId }: { serverId: string; taskId: string }) {
  const { task, log, streamError } = useServerTask(serverId, taskId)
  return (
    <QueryView query={task}>
      {(data) => (
        <div className="flex flex-col gap-4">
          <div role="status" aria-live="polite">
            <TaskStatus task={data} />
          </div>
          <RunView log={log} isOver={isOver(data)} error={data.error} names={words.steps} />
          {!isOver(data) && <ProblemCard error={streamError} />}
          <TaskResult task={data} />
        </div>
      )}
    </QueryView>
  )
}

function TaskResult({ task: { result } }: { task: ServerTask }) {
  if (result === null) return null
  return (
    <>
      {result.oldKey !== undefined && <Notice tone="good">{words.oldKey[result.oldKey]}</Notice>}
      {result.dockerVersion !== undefined && <Notice tone="good">{words.dockerNow(result.dockerVersion)}</Notice>}
      {result.items !== undefined && <CleanupItems result={result} />}
    </>
  )
}
