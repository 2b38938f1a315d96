/** Runs a command in a new container of the live release, with live output. */
import type { Environment } from '@longshore/sdk'
import { runCommand } from '@longshore/sdk/operations'
import { CircleStop, Play } from 'lucide-react'
import { useId, useState } from 'react'
import { useCan } from '../../api/use-can.ts'
import { text } from '../../text/text.ts'
import { ActionMenu } from '../../ui/action-menu.tsx'
import { askFor } from '../../ui/allowed.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { formatDuration } from '../../ui/format.ts'
import { inputClass } from '../../ui/input-class.ts'
import { Note } from '../../ui/note.tsx'
import { ProblemCard } from '../../ui/problem-card.tsx'
import { saveText } from '../../ui/save-file.ts'
import { Select } from '../../ui/select.tsx'
import { LogViewer } from '../logs/log-viewer.tsx'
import { toPlainText } from '../logs/parse-line.ts'
import { isDatabase } from './service-values.ts'
import { splitCommand } from './split-command.ts'
import { type CommandRun, useCommand } from './use-command.ts'

/** With `only`, the command runs in that service, and there is no choice. */
export function RunCard({ environment, only }: { environment: Environment; only?: string }) {
  const words = text.environmentSettings.run
  const services = environment.services.filter(
    ({ kind, name }) => !isDatabase(kind) && kind !== 'static' && (only === undefined || name === only),
  )
  const [service, setService] = useState(services[0]?.name ?? '')
  const [line, setLine] = useState('')
  const run = useCommand()
  const id = useId()
  const command = splitCommand(line)
  const can = useCan()
  if (services.length === 0) return null
  const start = () => {
    if (command !== null && command.length > 0) void run.start({ id: environment.id, body: { service, command } })
  }
  return (
    <Card
      title={words.title}
      note={words.note}
      actions={
        <ActionMenu
          label={words.title}
          actions={[
            {
              label: words.run,
              call: {
                operation: runCommand,
                parameters: { id: environment.id, body: { service, command: command ?? [] } },
                cli: `longshore run ${service} --env ${environment.id} -- ${line}`.trimEnd(),
              },
            },
          ]}
        />
      }
    >
      {environment.liveDeploymentId === null ? (
        <p className="text-sm text-ink-soft">{words.notLive}</p>
      ) : !can(runCommand) ? (
        <p className="text-sm text-ink-soft">{askFor(runCommand)}</p>
      ) : (
        <form
          className="flex flex-wrap items-end gap-3"
          onSubmit={(event) => {
            event.preventDefault()
            start()
          }}
        >
          {only === undefined && (
            <Select
              label={words.service}
              value={service}
              onChange={setService}
              choices={services.map(({ name }) => [name, name] as const)}
            />
          )}
          <div className="min-w-0 flex-1 basis-64">
            <label htmlFor={id} className="sr-only">
              {words.command}
            </label>
            <input
              id={id}
              value={line}
              onChange={(event) => setLine(event.target.value)}
              placeholder={words.command}
              aria-describedby={`${id}-help`}
              autoComplete="off"
              spellCheck={false}
              className={`${inputClass} font-mono`}
            />
          </div>
          <RunButton run={run} canStart={command !== null && command.length > 0} />
          <p id={`${id}-help`} className="basis-full text-xs text-ink-soft">
            {command === null ? words.unclosed : words.commandHelp}
          </p>
        </form>
      )}
      <Output run={run} />
    </Card>
  )
}

function RunButton({ run, canStart }: { run: CommandRun; canStart: boolean }) {
  const words = text.environmentSettings.run
  if (run.isRunning)
    return (
      <Button kind="danger" icon={<CircleStop aria-hidden size={15} />} onClick={run.stop}>
        {words.stop}
      </Button>
    )
  return (
    <Button kind="primary" type="submit" icon={<Play aria-hidden size={15} />} disabled={!canStart}>
      {words.run}
    </Button>
  )
}

function Output({ run }: { run: CommandRun }) {
  const words = text.environmentSettings.run
  const { store, ended, error, isRunning } = run
  if (!isRunning && ended === null && error === null) return null
  const download = () => {
    const lines = store.lines.map((each) => `${toPlainText(each.text)}\n`)
    saveText('command.log', lines)
  }
  return (
    <div className="mt-4 flex flex-col gap-3">
      <ProblemCard error={error} />
      {ended !== null && (
        <Note
          tone={ended.exitCode === 0 ? 'good' : 'bad'}
          title={words.exit(ended.exitCode, formatDuration(ended.durationMs))}
        >
          {ended.oomKilled ? words.outOfMemory : undefined}
        </Note>
      )}
      <div className="overflow-hidden rounded-lg border border-line">
        <LogViewer
          store={store}
          label={words.output}
          empty={words.empty}
          height="short"
          followsFirst
          onDownload={download}
        />
      </div>
    </div>
  )
}
