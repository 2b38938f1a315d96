/** A log with search, folding, following, line links, and download. Its lines are in a `LogStore`. */
import { type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import './log.css'
import { LogList } from './log-list.tsx'
import { allRows, type LogRows, matchingRows, sectionRows } from './log-rows.ts'
import type { LogSection, LogStore } from './log-store.ts'
import { LogToolbar } from './log-toolbar.tsx'
import { type LogSearch, useLogSearch } from './use-log-search.ts'
import { useLogVersion } from './use-log-store.ts'

export interface LogViewerProps {
  store: LogStore
  label: string
  /** Shown while there are no lines. */
  empty: string
  /** If set, each section can be folded and has this heading. */
  groupTitle?: (group: string) => string
  isTimed?: boolean
  /** Line number in the URL, starting at 1. */
  targetNumber?: number | undefined
  onLink?: (number: number) => void
  followsFirst: boolean
  onDownload(): void
  /** Additional buttons in the toolbar. */
  tools?: ReactNode
  /** Rendered above the first line. */
  before?: ReactNode
  /** Limits the height, for pages with other content. */
  isShort?: boolean
  /** Called with the search text, for pages that can also search on the server. */
  onQuery?: (query: string) => void
}

export function LogViewer(props: LogViewerProps) {
  const { store, label, empty, groupTitle, isTimed = false, targetNumber, onLink, onDownload, tools, before } = props
  const version = useLogVersion(store)
  const [query, setQuery] = useState('')
  const [wraps, setWraps] = useState(false)
  const [isFiltered, setFiltered] = useState(false)
  const [isFollowing, setFollowing] = useState(props.followsFirst && targetNumber === undefined)
  const search = useLogSearch(store, query, version)
  const found = useFound(search, query)
  const folding = useFolding(store)
  const isOnlyMatches = isFiltered && query !== ''
  const rows = useRows({
    store,
    version,
    folded: folding.folded,
    hasSections: groupTitle !== undefined,
    matches: isOnlyMatches ? search.matches : null,
  })
  const target = useTarget(store, { targetNumber, version })
  const whole = useRef<HTMLDivElement>(null)
  const searchBox = useRef<HTMLInputElement>(null)
  useFindShortcut(whole, searchBox)
  const changeQuery = (next: string) => {
    setQuery(next)
    props.onQuery?.(next)
  }
  return (
    <div ref={whole} className="min-w-0">
      <LogToolbar
        query={query}
        onQuery={changeQuery}
        searchBox={searchBox}
        matches={{ count: search.matches.length, current: found.current, isSearching: search.isSearching }}
        onStep={(by) => {
          setFollowing(false)
          const line = found.step(by)
          if (line !== undefined) folding.open(line)
        }}
        isFiltered={isFiltered}
        onFilter={() => setFiltered(!isFiltered)}
        isFollowing={isFollowing}
        onFollow={() => setFollowing(!isFollowing)}
        wraps={wraps}
        onWrap={() => setWraps(!wraps)}
        fold={groupTitle === undefined ? undefined : { isAll: folding.isAll, onToggle: folding.toggleAll }}
        onDownload={onDownload}
      >
        {tools}
      </LogToolbar>
      {store.lines.length === 0 && <p className="px-4 py-3 text-sm text-ink-soft">{empty}</p>}
      <LogList
        key={String(wraps)}
        store={store}
        version={version}
        rows={rows}
        label={label}
        query={query}
        wraps={wraps}
        isTimed={isTimed}
        isFollowing={isFollowing}
        onFollow={setFollowing}
        wanted={found.wanted ?? target}
        currentLine={found.wanted?.line}
        targetLine={targetNumber === undefined ? undefined : targetNumber - 1}
        onLink={onLink}
        folded={folding.folded}
        onFold={folding.toggle}
        groupTitle={groupTitle}
        before={before}
        isShort={props.isShort === true}
      />
    </div>
  )
}

/** Replaces the browser's search, which would find only the visible lines. */
function useFindShortcut(whole: RefObject<HTMLElement | null>, searchBox: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const element = whole.current
    const listen = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'f' || !(event.metaKey || event.ctrlKey)) return
      event.preventDefault()
      searchBox.current?.focus()
    }
    element?.addEventListener('keydown', listen)
    return () => element?.removeEventListener('keydown', listen)
  }, [whole, searchBox])
}

function useRows(options: {
  store: LogStore
  version: number
  folded: ReadonlySet<number>
  hasSections: boolean
  matches: readonly number[] | null
}): LogRows {
  const { store, version, folded, hasSections, matches } = options
  // biome-ignore lint/correctness/useExhaustiveDependencies: another version has other lines
  return useMemo(() => {
    if (matches !== null) return matchingRows(matches)
    return hasSections ? sectionRows(store.sections, folded) : allRows(store.lines.length)
  }, [store, version, folded, hasSections, matches])
}

/** The current match. A new search starts before the first one. */
function useFound({ matches }: LogSearch, query: string) {
  const [state, setState] = useState<{ query: string; wanted: { line: number } | null }>({ query: '', wanted: null })
  const wanted = state.query === query ? state.wanted : null
  const current = wanted === null ? -1 : matches.indexOf(wanted.line)
  const step = (by: 1 | -1): number | undefined => {
    if (matches.length === 0) return undefined
    const next = current < 0 ? (by === 1 ? 0 : matches.length - 1) : (current + by + matches.length) % matches.length
    const line = matches[next]
    if (line !== undefined) setState({ query, wanted: { line } })
    return line
  }
  return { wanted, current, step }
}

function useFolding(store: LogStore) {
  const [folded, setFolded] = useState<ReadonlySet<number>>(new Set())
  const isAll = store.sections.length > 0 && store.sections.every(({ key }) => folded.has(key))
  const change = (edit: (keys: Set<number>) => void) => {
    const keys = new Set(folded)
    edit(keys)
    setFolded(keys)
  }
  return {
    folded,
    isAll,
    toggle: ({ key }: LogSection) => change((keys) => void (keys.delete(key) || keys.add(key))),
    toggleAll: () => setFolded(new Set(isAll ? [] : store.sections.map(({ key }) => key))),
    /** Unfolds the section of a match. */
    open(line: number) {
      const section = store.sections.find(({ start, end }) => start <= line && line < end)
      if (section !== undefined && folded.has(section.key)) change((keys) => keys.delete(section.key))
    },
  }
}

/** Scrolls to the line of the URL once, as soon as it is loaded. */
function useTarget(store: LogStore, { targetNumber, version }: { targetNumber: number | undefined; version: number }) {
  const [target, setTarget] = useState<{ line: number } | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it may come later
  useEffect(() => {
    if (targetNumber === undefined || target?.line === targetNumber - 1) return
    if (store.lines.length >= targetNumber) setTarget({ line: targetNumber - 1 })
  }, [targetNumber, version])
  return target
}
