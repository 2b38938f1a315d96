/** Confirms an action. If it deletes data permanently, the person also types a name. */
import { type ReactNode, useId, useState } from 'react'
import { text } from '../text/text.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { ProblemCard } from './problem-card.tsx'

export interface ConfirmDialogProps {
  title: string
  /** Explains what the action does and removes. */
  children: ReactNode
  /** Label of the button: a verb, not "OK". */
  action: string
  /** Name to type. Only for actions that delete data permanently. */
  nameToType?: string
  isOpen: boolean
  isBusy: boolean
  error: Error | null
  onConfirm(): void
  onClose(): void
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, children, action, nameToType, isOpen, isBusy, error, onConfirm, onClose } = props
  const [typed, setTyped] = useState('')
  const id = useId()
  const mayGo = nameToType === undefined || typed === nameToType
  const close = () => {
    setTyped('')
    onClose()
  }
  return (
    <Dialog title={title} isOpen={isOpen} onClose={close}>
      <form
        className="flex flex-col gap-4 text-sm"
        onSubmit={(event) => {
          event.preventDefault()
          if (mayGo && !isBusy) onConfirm()
        }}
      >
        <div>{children}</div>
        {nameToType !== undefined && (
          <div>
            <label htmlFor={id} className="mb-1 block font-medium">
              {text.common.typeName(nameToType)}
            </label>
            <input
              id={id}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              autoComplete="off"
              spellCheck={false}
              className="w-full rounded-md border border-line-strong bg-surface px-3 py-2 font-mono"
            />
          </div>
        )}
        <ProblemCard error={error} />
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={close}>{text.common.cancel}</Button>
          <Button type="submit" kind="danger" isBusy={isBusy} disabled={!mayGo}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
