/** One field of an opened JSON line. */
import { Copy, Filter } from 'lucide-react'
import type { ReactNode } from 'react'
import { text } from '../../text/text.ts'
import { classNames } from '../../ui/class-names.ts'
import { copyText } from '../../ui/copy.tsx'
import { toast } from '../../ui/toasts.tsx'
import type { LineField } from './line-content.ts'
import { maxShownCharacters, toPlainText } from './parse-line.ts'

export function LogFieldRow(props: {
  field: LineField
  wraps: boolean
  isTimed: boolean
  onFilter(field: LineField): void
}) {
  const { field, wraps, isTimed, onFilter } = props
  const name = shown(field.name)
  const copy = async () => {
    if (await copyText(field.value)) toast(text.logs.fieldCopied(name))
  }
  return (
    <div
      className={classNames(
        'flex bg-sunken/70 leading-[20px]',
        wraps ? 'min-h-[20px] break-all whitespace-pre-wrap' : 'h-[20px] whitespace-pre',
        isTimed ? 'pl-23 sm:pl-62' : 'pl-20',
      )}
    >
      <FieldButton label={text.logs.filterField(name)} onClick={() => onFilter(field)}>
        <Filter aria-hidden size={12} />
      </FieldButton>
      <FieldButton label={text.logs.copyField(name)} onClick={() => void copy()}>
        <Copy aria-hidden size={12} />
      </FieldButton>
      <span className="log-text pl-1 text-ink-soft">{name}</span>
      <span className="log-text pr-4 pl-3">{shown(field.value)}</span>
    </div>
  )
}

function FieldButton({ label, onClick, children }: { label: string; onClick(): void; children: ReactNode }) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={onClick}
      className="flex h-[20px] w-5 shrink-0 items-center justify-center rounded-sm text-ink-faint hover:text-accent focus-visible:-outline-offset-1"
    >
      {children}
    </button>
  )
}

function shown(value: string): string {
  return toPlainText(value.slice(0, maxShownCharacters).replaceAll('\n', ' ⏎ '))
}
