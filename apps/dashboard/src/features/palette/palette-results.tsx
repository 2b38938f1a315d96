import { text } from '../../text/text.ts'
import { classNames } from '../../ui/class-names.ts'
import type { PaletteEntry } from './palette-entry.ts'

export interface PaletteResultsProps {
  listId: string
  groups: readonly (readonly [string, readonly PaletteEntry[]])[]
  current: PaletteEntry | undefined
  isReading: boolean
  onChoose(entry: PaletteEntry): void
}

export function PaletteResults({ listId, groups, current, isReading, onChoose }: PaletteResultsProps) {
  return (
    <div className="overflow-y-auto p-2">
      <div id={listId} role="listbox" aria-label={text.palette.results}>
        {groups.map(([title, entries]) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot stand in a list box
          <div key={title} role="group" aria-label={title} className="mb-1">
            <p aria-hidden className="px-2.5 pt-1.5 pb-1 text-xs font-medium text-ink-faint">
              {title}
            </p>
            {entries.map((entry) => (
              <Option
                key={entry.id}
                id={`${listId}-${entry.id}`}
                entry={entry}
                isCurrent={entry === current}
                onChoose={() => onChoose(entry)}
              />
            ))}
          </div>
        ))}
      </div>
      <p role="status" className={groups.length === 0 || isReading ? 'px-2.5 py-3 text-sm text-ink-soft' : 'sr-only'}>
        {isReading ? text.palette.loading : groups.length === 0 ? text.palette.nothing : ''}
      </p>
    </div>
  )
}

interface OptionProps {
  id: string
  entry: PaletteEntry
  isCurrent: boolean
  onChoose(): void
}

function Option({ id, entry: { icon: Icon, label, detail }, isCurrent, onChoose }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard stays in the field above, which moves through the options
    // biome-ignore lint/a11y/useFocusableInteractive: the field says which option is active
    <div
      id={id}
      role="option"
      aria-selected={isCurrent}
      onClick={onChoose}
      className={classNames(
        'flex cursor-pointer items-center gap-2.5 rounded-md px-2.5 py-2 text-sm hover:bg-sunken',
        isCurrent && 'bg-accent-soft hover:bg-accent-soft',
      )}
    >
      <Icon aria-hidden size={16} className="shrink-0 text-ink-soft" />
      <span className="truncate">{label}</span>
      {detail !== '' && <span className="ml-auto max-w-1/2 truncate pl-3 text-xs text-ink-soft">{detail}</span>}
    </div>
  )
}
