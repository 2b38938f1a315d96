/** Search and view options of a log. */
import {
  ArrowDown,
  ArrowDownToLine,
  ArrowUp,
  ChevronsDownUp,
  ChevronsUpDown,
  Filter,
  Search,
  WrapText,
} from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import { text } from '../../text/text.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'

export interface LogToolbarProps {
  query: string
  onQuery(query: string): void
  searchBox: RefObject<HTMLInputElement | null>
  matches: { count: number; current: number; isSearching: boolean }
  onStep(by: 1 | -1): void
  isFiltered: boolean
  onFilter(): void
  isFollowing: boolean
  onFollow(): void
  wraps: boolean
  onWrap(): void
  /** Undefined: the log has no steps. */
  fold?: { isAll: boolean; onToggle(): void } | undefined
  onDownload(): void
  children?: ReactNode
}

const size = 16

export function LogToolbar(props: LogToolbarProps) {
  const { isFollowing, onFollow, wraps, onWrap, fold, onDownload, children } = props
  const words = text.logs
  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-line px-3 py-2">
      {children}
      <SearchBox {...props} />
      <div className="ml-auto flex items-center gap-0.5">
        {fold !== undefined && (
          <IconButton
            label={fold.isAll ? words.unfoldAll : words.foldAll}
            icon={fold.isAll ? <ChevronsUpDown aria-hidden size={size} /> : <ChevronsDownUp aria-hidden size={size} />}
            onClick={fold.onToggle}
          />
        )}
        <IconButton
          label={words.wrap}
          aria-pressed={wraps}
          icon={<WrapText aria-hidden size={size} />}
          onClick={onWrap}
          className={classNames(wraps && 'bg-accent-soft text-accent')}
        />
        <IconButton label={words.download} icon={<ArrowDownToLine aria-hidden size={size} />} onClick={onDownload} />
        <Button
          kind={isFollowing ? 'quiet' : 'secondary'}
          aria-pressed={isFollowing}
          icon={<ArrowDown aria-hidden size={size} />}
          onClick={onFollow}
          className={classNames(isFollowing && 'text-accent!')}
        >
          {isFollowing ? words.following : words.follow}
        </Button>
      </div>
    </div>
  )
}

function SearchBox({ query, onQuery, searchBox, matches, onStep, isFiltered, onFilter }: LogToolbarProps) {
  const words = text.logs
  const hasMatches = matches.count > 0
  return (
    <search className="flex min-w-0 flex-1 basis-64 items-center gap-0.5">
      <div className="relative min-w-0 flex-1 sm:max-w-72">
        <Search aria-hidden size={14} className="absolute top-1/2 left-2.5 -translate-y-1/2 text-ink-soft" />
        <input
          ref={searchBox}
          type="search"
          value={query}
          aria-label={words.search}
          placeholder={words.search}
          spellCheck={false}
          onChange={(event) => onQuery(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') onStep(event.shiftKey ? -1 : 1)
            if (event.key === 'Escape') onQuery('')
          }}
          className="h-9 w-full rounded-md border border-line-strong bg-surface pr-2 pl-8 text-sm placeholder:text-ink-faint"
        />
      </div>
      {query !== '' && (
        <>
          <span
            role="status"
            data-log-matches={matches.isSearching ? '' : matches.count}
            className="shrink-0 px-1.5 text-xs whitespace-nowrap text-ink-soft"
          >
            {matchText(matches)}
          </span>
          <IconButton
            label={words.previousMatch}
            icon={<ArrowUp aria-hidden size={size} />}
            disabled={!hasMatches}
            onClick={() => onStep(-1)}
          />
          <IconButton
            label={words.nextMatch}
            icon={<ArrowDown aria-hidden size={size} />}
            disabled={!hasMatches}
            onClick={() => onStep(1)}
          />
          <IconButton
            label={words.onlyMatches}
            aria-pressed={isFiltered}
            icon={<Filter aria-hidden size={size} />}
            onClick={onFilter}
            className={classNames(isFiltered && 'bg-accent-soft text-accent')}
          />
        </>
      )}
    </search>
  )
}

function matchText({ count, current, isSearching }: LogToolbarProps['matches']): string {
  const words = text.logs
  if (isSearching) return words.searching
  if (count === 0) return words.noMatch
  return current < 0 ? words.matches(count) : words.matchOf(current + 1, count)
}
