/** One line of a log. Program output is always rendered as text, never as markup. */
import { memo } from 'react'
import { text as words } from '../../text/text.ts'
import { classNames } from '../../ui/class-names.ts'
import { rangesOf } from './log-search.ts'
import type { LogLine } from './log-store.ts'
import { markSegments } from './mark-segments.ts'
import { maxShownCharacters, parseLine } from './parse-line.ts'

export interface LogLineRowProps {
  line: LogLine
  /** Starts at 1. */
  number: number
  query: string
  isCurrent: boolean
  isTarget: boolean
  wraps: boolean
  /** Shows time and service instead of the line number. */
  isTimed: boolean
  onLink?: ((number: number) => void) | undefined
}

const kinds: Record<LogLine['kind'], string> = {
  stdout: '',
  stderr: 'border-l-2 border-warn/70',
  note: 'border-l-2 border-accent/70 text-ink-soft',
  mark: 'border-l-2 border-accent font-semibold',
}

export const LogLineRow = memo(function LogLineRow(props: LogLineRowProps) {
  const { line, number, query, isCurrent, isTarget, wraps, isTimed, onLink } = props
  return (
    <div
      className={classNames(
        'relative leading-[20px]',
        // Fixed height, so that drawing a line never measures another.
        wraps ? 'min-h-[20px] break-all whitespace-pre-wrap' : 'h-[20px] contain-strict whitespace-pre',
        isTimed ? 'pl-21 sm:pl-44' : 'pl-14',
        isTarget ? 'bg-warn-soft' : line.kind === 'mark' ? 'bg-accent-soft' : 'hover:bg-sunken',
      )}
    >
      {isTimed ? <Origin line={line} /> : <LineNumber number={number} onLink={onLink} />}
      <span className={classNames('log-text block pr-4 pl-2', kinds[line.kind])}>
        <LineText line={line} query={query} isCurrent={isCurrent} />
      </span>
    </div>
  )
})

function LineText({ line, query, isCurrent }: Pick<LogLineRowProps, 'line' | 'query' | 'isCurrent'>) {
  const segments = parseLine(line.text.slice(0, maxShownCharacters), line.style)
  const shown = segments.map(({ text }) => text).join('')
  const rest = line.text.length - maxShownCharacters
  return (
    <>
      {markSegments(segments, rangesOf(shown, query)).map(({ at, text, className, isMatch }) =>
        isMatch ? (
          <mark key={at} data-current={isCurrent || undefined}>
            {text}
          </mark>
        ) : (
          <span key={at} className={className || undefined}>
            {text}
          </span>
        ),
      )}
      {rest > 0 && <span className="log-hidden ml-2">{words.logs.cut(rest)}</span>}
    </>
  )
}

function LineNumber({ number, onLink }: Pick<LogLineRowProps, 'number' | 'onLink'>) {
  const className = 'absolute top-0 left-0 w-14 pr-2 text-right text-ink-faint select-none'
  if (onLink === undefined) return <span className={className}>{number}</span>
  return (
    <button
      type="button"
      // Not a tab stop: a log can have a hundred thousand lines. Keyboard users can add #L and the number to the URL.
      tabIndex={-1}
      aria-label={words.logs.copyLine(number)}
      title={words.logs.copyLine(number)}
      onClick={() => onLink(number)}
      className={classNames(className, 'hover:text-accent hover:underline')}
    >
      {number}
    </button>
  )
}

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' })
const dayAndClock = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' })

function Origin({ line }: { line: LogLine }) {
  const at = new Date(line.at)
  return (
    <>
      <time
        dateTime={line.at}
        title={dayAndClock.format(at)}
        className="absolute top-0 left-0 w-21 pl-3 text-ink-faint select-none"
      >
        {clock.format(at)}
      </time>
      <span
        className="absolute top-0 left-21 hidden w-22 truncate pr-2 text-ink-faint select-none sm:block"
        title={line.group}
      >
        {line.group}
      </span>
    </>
  )
}
