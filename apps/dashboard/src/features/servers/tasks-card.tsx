import type { ServerTask } from '@longshore/sdk'
import { listServerTasks } from '@longshore/sdk/operations'
import { ListChecks } from 'lucide-react'
import { useState } from 'react'
import { useList } from '../../api/queries.ts'
import { text } from '../../text/text.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatDuration } from '../../ui/format.ts'
import { ListView } from '../../ui/list-view.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { TaskDialog } from './task-dialogs.tsx'
import { TaskStatus } from './task-view.tsx'

const words = text.serverTasks

export function TasksCard({ serverId }: { serverId: string }) {
  const tasks = useList(listServerTasks, { id: serverId, limit: 5 })
  const [shown, setShown] = useState<ServerTask | null>(null)
  return (
    <Card isFlush title={words.title}>
      <ListView list={tasks} empty={<EmptyState icon={ListChecks} {...words.empty} />}>
        {(items) => (
          <ul className="divide-y divide-line">
            {items.map((task) => (
              <li key={task.id} className="flex items-center gap-3 px-4 py-2.5 text-sm">
                <div className="min-w-0 flex-1">
                  <p className="font-medium">{words.kinds[task.kind]}</p>
                  <p className="text-xs text-ink-soft">
                    <RelativeTime at={task.createdAt} />
                    {durationOf(task)}
                  </p>
                </div>
                <TaskStatus task={task} />
                <Button
                  kind="quiet"
                  aria-label={`${words.show}: ${words.kinds[task.kind]}`}
                  onClick={() => setShown(task)}
                >
                  {words.show}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </ListView>
      {shown !== null && <TaskDialog serverId={serverId} task={shown} onClose={() => setShown(null)} />}
    </Card>
  )
}

function durationOf({ startedAt, finishedAt }: ServerTask): string {
  if (startedAt === null || finishedAt === null) return ''
  return ` · ${formatDuration(Date.parse(finishedAt) - Date.parse(startedAt))}`
}
