/** Short notifications with an optional undo. Screen readers announce them, and they disappear automatically. */
import { CircleCheck, CircleX, X } from 'lucide-react'
import { createStore, useStore } from '../api/store.ts'
import { text } from '../text/text.ts'
import { Button, IconButton } from './button.tsx'

interface Toast {
  id: number
  tone: 'good' | 'bad'
  message: string
  action?: { label: string; onClick(): void }
}

const shownMs = 6_000
const shown = createStore<readonly Toast[]>([])
let lastId = 0

export function toast(message: string, options: { tone?: Toast['tone']; action?: Toast['action'] } = {}): void {
  lastId += 1
  const id = lastId
  const { tone = 'good', action } = options
  shown.set([...shown.get(), { id, tone, message, ...(action === undefined ? {} : { action }) }].slice(-4))
  setTimeout(() => dismiss(id), action === undefined ? shownMs : shownMs * 2)
}

function dismiss(id: number): void {
  shown.set(shown.get().filter((each) => each.id !== id))
}

export function Toasts() {
  const all = useStore(shown)
  return (
    <div
      role="status"
      aria-live="polite"
      className="pointer-events-none fixed inset-x-2 bottom-3 z-60 flex flex-col items-center gap-2 sm:inset-x-auto sm:right-4 sm:items-end"
    >
      {all.map(({ id, tone, message, action }) => (
        <div
          key={id}
          className="pointer-events-auto flex max-w-md items-center gap-2.5 rounded-lg border border-line bg-raised py-2 pr-1.5 pl-3 text-sm shadow-xl"
        >
          {tone === 'good' ? (
            <CircleCheck aria-hidden size={17} className="shrink-0 text-good" />
          ) : (
            <CircleX aria-hidden size={17} className="shrink-0 text-bad" />
          )}
          <span className="min-w-0 break-words">{message}</span>
          {action !== undefined && (
            <Button
              kind="quiet"
              onClick={() => {
                dismiss(id)
                action.onClick()
              }}
            >
              {action.label}
            </Button>
          )}
          <IconButton label={text.common.close} icon={<X aria-hidden size={15} />} onClick={() => dismiss(id)} />
        </div>
      ))}
    </div>
  )
}
