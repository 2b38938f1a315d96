/** A virtual list of log lines. It follows the end until someone scrolls up. */
import { useVirtualizer } from '@tanstack/react-virtual'
import { ChevronDown, ChevronRight, UnfoldVertical } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { text } from '../../text/text.ts'
import { classNames } from '../../ui/class-names.ts'
import type { LineField } from './line-content.ts'
import { LogFieldRow } from './log-field-row.tsx'
import { LogLineRow } from './log-line-row.tsx'
import type { LogRows } from './log-rows.ts'
import type { LogLine, LogSection, LogStore } from './log-store.ts'
import { maxShownCharacters } from './parse-line.ts'
import { useFitHeight } from './use-fit-height.ts'

export interface LogListProps {
  store: LogStore
  version: number
  rows: LogRows
  label: string
  marksOf(line: number): readonly string[]
  wraps: boolean
  isTimed: boolean
  isFollowing: boolean
  onFollow(isFollowing: boolean): void
  /** Line to scroll to. A new object scrolls again. */
  wanted: { line: number } | null
  currentLine: number | undefined
  targetKey: number | undefined
  onLink?: ((line: LogLine, number: number) => void) | undefined
  opened: ReadonlySet<number>
  onOpen(line: LogLine): void
  /** A field to filter by was chosen. */
  onField(field: LineField): void
  folded: ReadonlySet<number>
  onFold(section: LogSection): void
  groupTitle?: ((group: string) => string) | undefined
  /** Rendered above the first line. */
  before?: ReactNode
  /** Rendered below the last line. */
  after?: ReactNode
  height: LogHeight
}

/** `short`: for pages with other content. `fill`: down to the end of the window. `full`: the whole window. */
export type LogHeight = 'short' | 'usual' | 'fill' | 'full'

const heights: Record<LogHeight, string> = {
  short: 'h-72',
  // The card with its toolbar fits the window, so that only one scroll bar is needed.
  usual: 'h-[min(65dvh,calc(100dvh-13rem))] min-h-72',
  fill: 'h-[60dvh] min-h-72',
  full: 'min-h-0 flex-1',
}

/** Must match log-line-row.tsx. */
const rowPx = 20
/** This close to the end counts as the end. */
const nearPx = 30
/** Events of manual scrolling, and how long their scrolling can last. */
const hands = ['wheel', 'touchmove', 'keydown', 'pointerdown', 'pointermove'] as const
const handMs = 1_000

export function LogList(props: LogListProps) {
  const { store, rows, label, wraps, version, isFollowing, onFollow, wanted, before, after, height } = props
  const scroller = useRef<HTMLElement>(null)
  const fitHeight = useFitHeight(scroller, height === 'fill')
  const virtual = useVirtualizer({
    count: rows.count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    overscan: 10,
  })
  useFollow(scroller, { isFollowing, onFollow, version, count: rows.count })
  useSteady(scroller, store.lines[0]?.key ?? 0, isFollowing)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each wish
  useEffect(() => {
    const row = wanted === null ? undefined : rows.rowOf(wanted.line)
    if (row !== undefined) virtual.scrollToIndex(row, { align: 'center' })
  }, [wanted])
  const items = virtual.getVirtualItems()
  const columns = Math.min(store.longest, maxShownCharacters) + 12
  return (
    <section
      ref={scroller}
      aria-label={label}
      tabIndex={0}
      data-log-lines={store.lines.length}
      className={classNames(
        'overflow-auto bg-surface font-mono [overflow-anchor:none] text-[0.8rem] contain-strict focus-visible:-outline-offset-2',
        heights[height],
      )}
      {...(fitHeight === undefined ? {} : { style: { height: fitHeight } })}
    >
      {before}
      <div
        className="relative min-w-full"
        style={{ height: virtual.getTotalSize(), ...(wraps ? {} : { width: `${columns}ch` }) }}
      >
        {/* Moves one block with rows in normal flow. This is much cheaper than positioning each row. */}
        <div className="absolute top-0 left-0 w-full" style={{ transform: `translateY(${items[0]?.start ?? 0}px)` }}>
          {items.map((item) => (
            <div key={item.key} data-index={item.index} ref={wraps ? virtual.measureElement : undefined}>
              <Row {...props} index={item.index} />
            </div>
          ))}
        </div>
      </div>
      {after}
    </section>
  )
}

function Row({ index, ...props }: LogListProps & { index: number }) {
  const { store, rows, marksOf, currentLine, targetKey, wraps, isTimed, onLink, opened, onOpen } = props
  const row = rows.rowAt(index)
  if (row === undefined) return null
  if (row.kind === 'section') return <SectionHead {...props} section={row.section} />
  if (row.kind === 'gap') return <Gap count={row.count} />
  const line = store.lines[row.line]
  if (line === undefined) return null
  if (row.kind === 'field')
    return <LogFieldRow field={row.field} wraps={wraps} isTimed={isTimed} onFilter={props.onField} />
  return (
    <LogLineRow
      line={line}
      number={row.line + 1}
      marks={marksOf(row.line)}
      isCurrent={row.line === currentLine}
      isTarget={line.key === targetKey}
      isContext={row.isContext === true}
      isOpen={opened.has(line.key)}
      onOpen={onOpen}
      wraps={wraps}
      isTimed={isTimed}
      onLink={onLink}
    />
  )
}

function Gap({ count }: { count: number }) {
  return (
    <p className="sticky left-0 flex h-[20px] w-fit items-center gap-1.5 px-2 font-sans text-xs text-ink-soft select-none">
      <UnfoldVertical aria-hidden size={12} />
      {text.logs.hidden(count)}
    </p>
  )
}

function SectionHead({ section, folded, onFold, groupTitle }: LogListProps & { section: LogSection }) {
  const isFolded = folded.has(section.key)
  const title = groupTitle?.(section.group) ?? section.group
  const Icon = isFolded ? ChevronRight : ChevronDown
  return (
    <button
      type="button"
      aria-expanded={!isFolded}
      title={isFolded ? text.logs.unfold(title) : text.logs.fold(title)}
      onClick={() => onFold(section)}
      className="flex h-[20px] w-full items-center gap-1.5 bg-sunken px-2 text-left font-sans text-xs font-medium hover:text-accent"
    >
      <Icon aria-hidden size={14} />
      {title}
      <span className="font-normal text-ink-soft">{text.logs.lines(section.end - section.start)}</span>
    </button>
  )
}

/** Stays at the end, stops when someone scrolls up, and continues when they return to the end. */
function useFollow(
  scroller: RefObject<HTMLElement | null>,
  options: { isFollowing: boolean; onFollow(isFollowing: boolean): void; version: number; count: number },
): void {
  const { isFollowing, onFollow, version, count } = options
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever there is more
  useLayoutEffect(() => {
    const element = scroller.current
    if (isFollowing && element !== null) element.scrollTop = element.scrollHeight
  }, [isFollowing, version, count])
  // Stays at the end when the height of the log changes.
  useEffect(() => {
    const element = scroller.current
    if (element === null || !isFollowing) return
    const watcher = new ResizeObserver(() => {
      element.scrollTop = element.scrollHeight
    })
    watcher.observe(element)
    return () => watcher.disconnect()
  }, [scroller, isFollowing])
  const state = useRef({ isFollowing, onFollow })
  state.current = { isFollowing, onFollow }
  useEffect(() => {
    const element = scroller.current
    if (element === null) return
    let lastTop = element.scrollTop
    let touchedAt = Number.NEGATIVE_INFINITY
    const touch = () => {
      touchedAt = performance.now()
    }
    const listen = () => {
      const { scrollTop, scrollHeight, clientHeight } = element
      const isAtEnd = scrollHeight - scrollTop - clientHeight < nearPx
      const isUp = scrollTop < lastTop && performance.now() - touchedAt < handMs
      const isDown = scrollTop > lastTop
      lastTop = scrollTop
      if (isUp && !isAtEnd && state.current.isFollowing) state.current.onFollow(false)
      if (isDown && isAtEnd && !state.current.isFollowing) state.current.onFollow(true)
    }
    for (const name of hands) element.addEventListener(name, touch, { passive: true })
    // Captures the event before the list redraws its rows, because afterwards these reads would force a layout.
    element.addEventListener('scroll', listen, { passive: true, capture: true })
    return () => {
      for (const name of hands) element.removeEventListener(name, touch)
      element.removeEventListener('scroll', listen, { capture: true })
    }
  }, [scroller])
}

/** Keeps the scroll position when older lines are added above. */
function useSteady(scroller: RefObject<HTMLElement | null>, firstKey: number, isFollowing: boolean): void {
  const before = useRef(firstKey)
  useLayoutEffect(() => {
    const added = before.current - firstKey
    before.current = firstKey
    if (added > 0 && !isFollowing && scroller.current !== null) scroller.current.scrollTop += added * rowPx
  }, [scroller, firstKey, isFollowing])
}
