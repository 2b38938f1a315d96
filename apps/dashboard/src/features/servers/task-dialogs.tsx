/** Dialogs for server tasks: confirmation first, then progress. */
import type { ServerTask } from '@longshore/sdk'
import {
  cleanUpServer,
  getServerTask,
  installDocker,
  listServerTasks,
  rotateServerKey,
} from '@longshore/sdk/operations'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { type Action, useAction } from '../../api/actions.ts'
import { useRead } from '../../api/queries.ts'
import { text } from '../../text/text.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { formatBytes } from '../../ui/format.ts'
import { ProblemCard } from '../../ui/problem-card.tsx'
import { TaskView } from './task-view.tsx'
import { isOver } from './use-server-task.ts'

const words = text.serverTasks
const refreshes = [listServerTasks]

interface DialogProps {
  serverId: string
  onClose(): void
}

export function TaskDialog({ serverId, task, onClose }: DialogProps & { task: ServerTask }) {
  return (
    <Dialog title={words.kinds[task.kind]} isOpen onClose={onClose}>
      <TaskView serverId={serverId} taskId={task.id} />
    </Dialog>
  )
}

interface TaskConfirmationProps extends DialogProps {
  title: string
  note: string
  action: string
  run: Action<never, ServerTask>
  onStart(): Promise<ServerTask | undefined>
  children?: ReactNode
}

function TaskConfirmation({ serverId, onClose, title, note, action, run, onStart, children }: TaskConfirmationProps) {
  const [task, setTask] = useState<ServerTask | undefined>()
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      {task === undefined ? (
        <div className="flex flex-col gap-4 text-sm">
          <p>{note}</p>
          {children}
          <ProblemCard error={run.error} />
          <div className="flex justify-end gap-2">
            <Button onClick={onClose}>{text.common.cancel}</Button>
            <Button kind="primary" isBusy={run.isBusy} onClick={async () => setTask(await onStart())}>
              {action}
            </Button>
          </div>
        </div>
      ) : (
        <TaskView serverId={serverId} taskId={task.id} />
      )}
    </Dialog>
  )
}

export function InstallDockerDialog(props: DialogProps) {
  const run = useAction(installDocker, { refreshes })
  return <TaskConfirmation {...props} {...words.docker} run={run} onStart={() => run.run({ id: props.serverId })} />
}

/** A key that someone supplied may be in use elsewhere, so it stays on the server by default. */
export function RotateKeyDialog({ isOurs, ...props }: DialogProps & { isOurs: boolean }) {
  const run = useAction(rotateServerKey, { refreshes })
  const [removeOldKey, setRemoveOld] = useState(isOurs)
  const start = () => run.run({ id: props.serverId, body: { removeOldKey } })
  return (
    <TaskConfirmation {...props} {...words.rotate} run={run} onStart={start}>
      <Checkbox
        label={words.rotate.removeOldKey}
        help={words.rotate.removeOldHelp}
        value={removeOldKey}
        onChange={setRemoveOld}
      />
    </TaskConfirmation>
  )
}

/** First lists what a cleanup would remove, with a dry run. */
export function CleanUpDialog({ serverId, onClose }: DialogProps) {
  const run = useAction(cleanUpServer, { refreshes })
  const [previewed, setPreviewed] = useState<ServerTask | undefined>()
  const [cleaned, setCleaned] = useState<ServerTask | undefined>()
  const preview = useEffectEvent(async () => setPreviewed(await run.run({ id: serverId, body: { dryRun: true } })))
  useEffect(() => {
    void preview()
  }, [])
  const clean = async () => setCleaned(await run.run({ id: serverId, body: { dryRun: false } }))
  const shown = cleaned ?? previewed
  return (
    <Dialog title={words.cleanup.title} note={words.cleanup.note} isOpen onClose={onClose} isWide>
      <div className="flex flex-col gap-4 text-sm">
        {cleaned === undefined && <p className="text-ink-soft">{words.cleanup.looking}</p>}
        <ProblemCard error={run.error} />
        {shown !== undefined && <TaskView key={shown.id} serverId={serverId} taskId={shown.id} />}
        {previewed !== undefined && cleaned === undefined && (
          <CleanButton serverId={serverId} task={previewed} isBusy={run.isBusy} onClean={clean} />
        )}
      </div>
    </Dialog>
  )
}

interface CleanButtonProps {
  serverId: string
  task: ServerTask
  isBusy: boolean
  onClean(): void
}

function CleanButton({ serverId, task, isBusy, onClean }: CleanButtonProps) {
  const current = useRead(getServerTask, { id: serverId, taskId: task.id })
  const { items = [], totalBytes = 0 } = current.data?.result ?? {}
  if (current.data === undefined || !isOver(current.data) || items.length === 0) return null
  return (
    <div className="flex justify-end">
      <Button kind="danger" isBusy={isBusy} onClick={onClean}>
        {words.cleanup.action(formatBytes(totalBytes))}
      </Button>
    </div>
  )
}
