/** Imports a whole .env file, after a preview of its changes. */
import type { ReplacedVariables } from '@longshore/sdk'
import { getEnvironment, listContainerVariables, listVariables, replaceVariables } from '@longshore/sdk/operations'
import { useState } from 'react'
import { useAction } from '../../api/actions.ts'
import { text } from '../../text/text.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ProblemCard } from '../../ui/problem-card.tsx'
import { Select } from '../../ui/select.tsx'
import { useEnvironment } from '../environments/environment-context.ts'
import { envFaults } from './env-faults.ts'
import { EnvText } from './env-text.tsx'
import { KeyChanges } from './key-changes.tsx'
import { useSavedNotice } from './use-saved-notice.ts'

export function PasteDialog({ onClose }: { onClose(): void }) {
  const { id, services } = useEnvironment()
  const [env, setEnv] = useState('')
  const [service, setService] = useState('')
  const [isReplacing, setReplacing] = useState(false)
  const [changes, setChanges] = useState<ReplacedVariables['changes'] | null>(null)
  const words = text.variables
  const notify = useSavedNotice(id)
  const compare = useAction(replaceVariables, { onDone: (answer) => setChanges(answer.changes) })
  const save = useAction(replaceVariables, {
    refreshes: [listVariables, listContainerVariables, getEnvironment],
    onDone(saved) {
      notify(saved.changes)
      onClose()
    },
  })
  const isAtField = changes === null && envFaults(compare.error) !== null
  const edit = (value: string) => {
    setEnv(value)
    compare.forget()
  }
  const body = { env, keepOthers: !isReplacing, ...(service === '' ? {} : { service }) }
  const count = changes === null ? 0 : changes.added.length + changes.changed.length + changes.removed.length
  return (
    <Dialog isWide isOpen title={words.pasteTitle} note={words.pasteNote} onClose={onClose}>
      <div className="flex flex-col gap-4 text-sm">
        {changes === null ? (
          <>
            <EnvText value={env} error={compare.error} onChange={edit} />
            <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
              <Select
                label={words.fields.service}
                value={service}
                onChange={setService}
                choices={[['', words.allServices], ...services.map(({ name }) => [name, name] as const)]}
              />
              <RemoveOthers isChecked={isReplacing} onChange={setReplacing} />
            </div>
          </>
        ) : (
          <KeyChanges changes={changes} />
        )}
        <ProblemCard error={isAtField ? null : (compare.error ?? save.error)} />
        <div className="flex flex-wrap justify-end gap-2">
          {changes === null ? (
            <Button
              kind="primary"
              isBusy={compare.isBusy}
              disabled={env.trim() === ''}
              onClick={() => void compare.run({ id, dryRun: true, body })}
            >
              {words.compare}
            </Button>
          ) : (
            <>
              <Button onClick={() => setChanges(null)}>{words.back}</Button>
              <Button
                kind="primary"
                isBusy={save.isBusy}
                disabled={count === 0}
                onClick={() => void save.run({ id, body })}
              >
                {words.saveChanges(count)}
              </Button>
            </>
          )}
        </div>
      </div>
    </Dialog>
  )
}

function RemoveOthers({ isChecked, onChange }: { isChecked: boolean; onChange(isChecked: boolean): void }) {
  return (
    <label className="flex items-center gap-2.5">
      <input
        type="checkbox"
        checked={isChecked}
        onChange={(event) => onChange(event.target.checked)}
        className="size-4 accent-accent"
      />
      {text.variables.removeOthers}
    </label>
  )
}
