/** The command palette: finds recent pages, actions of this page, projects, environments, servers, and everything else. A combobox in a dialog. */
import { useNavigate } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { type KeyboardEvent, useDeferredValue, useEffect, useId, useMemo, useRef, useState } from 'react'
import { text } from '../../text/text.ts'
import type { PaletteEntry } from './palette-entry.ts'
import { PaletteResults } from './palette-results.tsx'
import { groupEntries, searchEntries } from './search-entries.ts'
import { useEntries } from './use-entries.ts'

const maxShown = 50
const pageStep = 8
const words = text.palette

export function Palette({ onClose }: { onClose(): void }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-black/50" />
        <Dialog.Content
          aria-describedby={undefined}
          onOpenAutoFocus={(event) => {
            event.preventDefault()
            input.current?.focus()
          }}
          className="fixed inset-x-2 top-[8vh] z-50 mx-auto flex max-h-[80dvh] max-w-xl flex-col overflow-hidden rounded-xl border border-line bg-raised shadow-2xl"
        >
          <Dialog.Title className="sr-only">{words.title}</Dialog.Title>
          <Finder input={input} onClose={onClose} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function Finder({ input, onClose }: { input: React.RefObject<HTMLInputElement | null>; onClose(): void }) {
  const listId = useId()
  const [query, setQuery] = useState('')
  const { groups, shown, isReading } = useFound(query)
  const [place, setPlace] = useState(0)
  const current = shown[Math.min(place, shown.length - 1)]
  const choose = useChoose(onClose)
  const onKeyDown = (event: KeyboardEvent) => {
    const at = Math.min(place, Math.max(0, shown.length - 1))
    const next = nextIndex(event.key, at, shown.length)
    if (event.nativeEvent.isComposing || (next === undefined && event.key !== 'Enter')) return
    event.preventDefault()
    if (next !== undefined) setPlace(next)
    else if (current !== undefined) choose(current)
  }
  useEffect(() => {
    if (current !== undefined) document.getElementById(`${listId}-${current.id}`)?.scrollIntoView({ block: 'nearest' })
  }, [current, listId])
  return (
    <>
      <div className="flex items-center gap-2.5 border-b border-line px-4">
        <Search aria-hidden size={17} className="shrink-0 text-ink-soft" />
        <input
          ref={input}
          role="combobox"
          aria-label={words.title}
          aria-expanded
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={current === undefined ? undefined : `${listId}-${current.id}`}
          value={query}
          onChange={(event) => {
            setQuery(event.target.value)
            setPlace(0)
          }}
          onKeyDown={onKeyDown}
          placeholder={words.placeholder}
          autoComplete="off"
          spellCheck={false}
          className="h-12 min-w-0 flex-1 bg-transparent text-[0.95rem] outline-none placeholder:text-ink-faint"
        />
      </div>
      <PaletteResults listId={listId} groups={groups} current={current} onChoose={choose} isReading={isReading} />
      <p className="hidden border-t border-line px-4 py-2 text-xs text-ink-soft sm:block">{words.keys}</p>
    </>
  )
}

function useFound(query: string) {
  const { recent, entries, isReading } = useEntries()
  const asked = useDeferredValue(query)
  const groups = useMemo(() => {
    const found = searchEntries(entries, asked, maxShown)
    return groupEntries(asked.trim() === '' ? [...recent, ...found] : found)
  }, [recent, entries, asked])
  const shown = useMemo(() => groups.flatMap(([, each]) => each), [groups])
  return { groups, shown, isReading }
}

function useChoose(onClose: () => void) {
  const navigate = useNavigate()
  return (entry: PaletteEntry) => {
    onClose()
    entry.run?.()
    if (entry.to !== undefined) void navigate({ to: entry.to })
  }
}

/** Undefined: the key doesn't move the selection. */
function nextIndex(key: string, at: number, count: number): number | undefined {
  if (count === 0) return undefined
  if (key === 'ArrowDown') return (at + 1) % count
  if (key === 'ArrowUp') return (at - 1 + count) % count
  if (key === 'PageDown') return Math.min(at + pageStep, count - 1)
  return key === 'PageUp' ? Math.max(at - pageStep, 0) : undefined
}
