/** A log with search, filters, folding, following, line links, and download. Its lines are in a `LogStore`. */
import { type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import './log.css'
import { classNames } from '../../ui/class-names.ts'
import { contentOf } from './line-content.ts'
import { addField } from './log-filter.ts'
import { type LogHeight, LogList } from './log-list.tsx'
import { allRows, contextRows, type LogRows, matchingRows, sectionRows, withFieldRows } from './log-rows.ts'
import type { LogLine, LogStore } from './log-store.ts'
import { LogToolbar } from './log-toolbar.tsx'
import { useFolding } from './use-folding.ts'
import { useFullWindow } from './use-full-window.ts'
import { type LogFilter, useLogFilter } from './use-log-filter.ts'
import { useLogVersion } from './use-log-store.ts'
import { useOpenedLines } from './use-opened-lines.ts'

export interface LogViewerProps {
  store: LogStore
  label: string
  /** Shown while there are no lines. */
  empty: string
  /** If set, each section can be folded and has this heading. */
  groupTitle?: (group: string) => string
  isTimed?: boolean
  /** Finds the index of the line that the URL names. Returns -1 until the line is loaded. */
  findTarget?: ((lines: readonly LogLine[]) => number) | undefined
  onLink?: (line: LogLine, number: number) => void
  followsFirst: boolean
  onDownload(): void
  /** Additional buttons in the toolbar. */
  tools?: ReactNode
  /** Rendered above the first line. */
  before?: ReactNode
  /** Rendered below the last line. */
  after?: ReactNode
  height?: Exclude<LogHeight, 'full'>
  /** Called with the search text, for pages that can also search on the server. Empty for a regular expression. */
  onQuery?: (query: string) => void
}

export function LogViewer(props: LogViewerProps) {
  const { store, label, empty, groupTitle, isTimed = false, findTarget, onLink, height = 'usual' } = props
  const version = useLogVersion(store)
  const log = useLogFilter(store, version)
  const [wraps, setWraps] = useState(false)
  const [isFollowing, setFollowing] = useState(props.followsFirst && findTarget === undefined)
  const found = useFound(log)
  const folding = useFolding(store)
  const opened = useOpenedLines()
  const rows = useRows({ store, version, log, folded: folding.folded, hasSections: groupTitle !== undefined, opened })
  const target = useTarget(store, { findTarget, version })
  const whole = useRef<HTMLDivElement>(null)
  const searchBox = useRef<HTMLInputElement>(null)
  const full = useFullWindow(whole)
  useFindShortcut(whole, searchBox)
  useReportedQuery(log, props.onQuery)
  const step = (by: 1 | -1) => {
    setFollowing(false)
    const line = found.step(by)
    if (line !== undefined) folding.open(line)
  }
  return (
    <div ref={whole} className={classNames('min-w-0', full.isFull && 'fixed inset-0 z-40 flex flex-col bg-surface')}>
      <LogToolbar
        log={log}
        onQuery={log.setQuery}
        searchBox={searchBox}
        current={found.current}
        onStep={step}
        isFollowing={isFollowing}
        onFollow={() => setFollowing(!isFollowing)}
        wraps={wraps}
        onWrap={() => setWraps(!wraps)}
        fold={groupTitle === undefined ? undefined : { isAll: folding.isAll, onToggle: folding.toggleAll }}
        full={full}
        onDownload={props.onDownload}
      >
        {props.tools}
      </LogToolbar>
      {store.lines.length === 0 && <p className="px-4 py-3 text-sm text-ink-soft">{empty}</p>}
      <LogList
        key={String(wraps)}
        store={store}
        version={version}
        rows={rows}
        label={label}
        marksOf={log.marksOf}
        wraps={wraps}
        isTimed={isTimed}
        isFollowing={isFollowing}
        onFollow={setFollowing}
        wanted={found.wanted ?? target}
        currentLine={found.wanted?.line}
        targetKey={target?.key}
        onLink={onLink}
        opened={opened.keys}
        onOpen={opened.toggle}
        onField={(field) => log.setFilter(addField(log.filter, field))}
        folded={folding.folded}
        onFold={folding.toggle}
        groupTitle={groupTitle}
        before={props.before}
        after={props.after}
        height={full.isFull ? 'full' : height}
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

function useReportedQuery({ query, isPattern }: LogFilter, onQuery: LogViewerProps['onQuery']): void {
  const report = useRef(onQuery)
  report.current = onQuery
  useEffect(() => report.current?.(isPattern ? '' : query), [query, isPattern])
}

function useRows(options: {
  store: LogStore
  version: number
  log: LogFilter
  folded: ReadonlySet<number>
  hasSections: boolean
  opened: { keys: ReadonlySet<number> }
}): LogRows {
  const { store, version, log, folded, hasSections, opened } = options
  const { shown, around } = log
  // biome-ignore lint/correctness/useExhaustiveDependencies: another version has other lines
  const base = useMemo(() => {
    if (shown === null) return hasSections ? sectionRows(store.sections, folded) : allRows(store.lines.length)
    return around === 0 ? matchingRows(shown) : contextRows(shown, { around, lines: store.lines.length })
  }, [store, version, folded, hasSections, shown, around])
  return useMemo(() => {
    const firstKey = store.lines[0]?.key ?? 0
    const lines = [...opened.keys].flatMap((key) => {
      const line = store.lines[key - firstKey]
      return line === undefined ? [] : [[key - firstKey, contentOf(line).fields] as const]
    })
    return withFieldRows(base, new Map(lines))
  }, [store, base, opened.keys])
}

/** The current match. A new search starts before the first one. */
function useFound({ matches, query }: LogFilter) {
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

/** Scrolls to the line of the URL once, as soon as it is loaded. */
function useTarget(
  store: LogStore,
  { findTarget, version }: { findTarget: LogViewerProps['findTarget']; version: number },
) {
  const [target, setTarget] = useState<{ line: number; key: number; find: LogViewerProps['findTarget'] } | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it may come later
  useEffect(() => {
    if (findTarget === undefined || target?.find === findTarget) return
    const line = findTarget(store.lines)
    const key = store.lines[line]?.key
    if (key !== undefined) setTarget({ line, key, find: findTarget })
  }, [findTarget, version])
  return target
}
