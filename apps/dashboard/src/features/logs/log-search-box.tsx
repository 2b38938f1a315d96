/** Search in a log, for a text or a regular expression. */
import { ArrowDown, ArrowUp, Filter, Regex, Search } from 'lucide-react'
import { text } from '../../text/text.ts'
import { IconButton } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import type { LogToolbarProps } from './log-toolbar-props.ts'
import type { LogFilter } from './use-log-filter.ts'

const size = 16
const pressedClass = 'bg-accent-soft text-accent'

export function LogSearchBox({ log, onQuery, searchBox, current, onStep }: LogToolbarProps) {
  const words = text.logs
  const hasMatches = log.matches.length > 0
  return (
    <search className="flex min-w-0 flex-1 basis-64 items-center gap-0.5">
      <div className="relative min-w-0 flex-1 sm:max-w-72">
        <Search aria-hidden size={14} className="absolute top-1/2 left-2.5 -translate-y-1/2 text-ink-soft" />
        <input
          ref={searchBox}
          type="search"
          value={log.query}
          aria-label={words.search}
          aria-invalid={log.fault !== undefined || undefined}
          placeholder={words.search}
          spellCheck={false}
          onChange={(event) => onQuery(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') onStep(event.shiftKey ? -1 : 1)
            if (event.key !== 'Escape' || log.query === '') return
            event.preventDefault()
            onQuery('')
          }}
          className={classNames(
            'h-9 w-full rounded-md border bg-surface pr-9 pl-8 text-sm placeholder:text-ink-faint',
            log.fault === undefined ? 'border-line-strong' : 'border-bad',
          )}
        />
        <IconButton
          label={words.pattern}
          aria-pressed={log.isPattern}
          icon={<Regex aria-hidden size={14} />}
          onClick={log.togglePattern}
          className={classNames('absolute top-1 right-1 size-7!', log.isPattern && pressedClass)}
        />
      </div>
      {log.query !== '' && (
        <>
          <SearchState log={log} current={current} />
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
            aria-pressed={log.isOnlyMatches}
            icon={<Filter aria-hidden size={size} />}
            onClick={log.toggleOnlyMatches}
            className={classNames(log.isOnlyMatches && pressedClass)}
          />
        </>
      )}
    </search>
  )
}

function SearchState({ log, current }: { log: LogFilter; current: number }) {
  const fault = log.fault === undefined ? undefined : text.logs.badPattern(log.fault)
  const problem = fault ?? (log.isTooSlow ? text.logs.slowPattern : undefined)
  return (
    <span
      role="status"
      data-log-matches={log.isSearching ? '' : log.matches.length}
      className={classNames(
        'px-1.5 text-xs',
        problem === undefined ? 'shrink-0 whitespace-nowrap text-ink-soft' : 'min-w-32 text-bad',
      )}
    >
      {problem ?? matchText(log, current)}
    </span>
  )
}

function matchText({ matches, isSearching }: LogFilter, current: number): string {
  const words = text.logs
  if (isSearching) return words.searching
  if (matches.length === 0) return words.noMatch
  return current < 0 ? words.matches(matches.length) : words.matchOf(current + 1, matches.length)
}
