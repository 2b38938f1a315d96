/** One line of a log. Everything that programs wrote is text here, never markup. */
import { memo } from 'react'
import { text as words } from '../../text/text.ts'
import { classNames } from '../../ui/class-names.ts'
import { rangesOf } from './log-search.ts'
import type { LogLine } from './log-store.ts'
import { markSegments } from './mark-segments.ts'
import { maxShownCharacters, parseLine } from './parse-line.ts'

export interface LogLineRowProps {
  line: LogLine
  /** From one. */
  number: number
  query: string
  isCurrent: boolean
  isTarget: boolean
  wraps: boolean
  /** Time and service instead of the number. */
  isTimed: boolean
  onLink?: ((number: number) => void) | undefined
}

const kinds: Record<LogLine['kind'], string> = {
  stdout: '',
  stderr: 'border-l-2 border-warn/70',
  note: 'border-l-2 border-accent/70 text-ink-soft',
  mark: 'border-l-2 border-accent bg-accent-soft font-semibold',
}

export const LogLineRow = memo(function LogLineRow(props: LogLineRowProps) {
  const { line, number, query, isCurrent, isTarget, wraps, isTimed, onLink } = props
  return (
    <div
      className={classNames(
        'flex min-h-5 leading-5',
        isTarget ? 'bg-warn-soft' : 'hover:bg-sunken',
        line.kind === 'mark' && 'bg-accent-soft',
      )}
    >
      {isTimed ? <Origin line={line} /> : <LineNumber number={number} onLink={onLink} />}
      <span
        className={classNames(
          'log-text min-w-0 flex-1 pr-4 pl-2',
          wraps ? 'break-all whitespace-pre-wrap' : 'whitespace-pre',
          kinds[line.kind],
        )}
      >
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
  const className = 'w-14 shrink-0 pr-2 text-right text-ink-faint tabular-nums select-none'
  if (onLink === undefined) return <span className={className}>{number}</span>
  return (
    <button
      type="button"
      // All of them would be a hundred thousand stops; the menu of the keyboard is the address with #L and the number.
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
        className="w-21 shrink-0 pr-2 pl-3 text-ink-faint tabular-nums select-none"
      >
        {clock.format(at)}
      </time>
      <span className="hidden w-24 shrink-0 truncate pr-2 text-ink-faint select-none sm:block" title={line.group}>
        {line.group}
      </span>
    </>
  )
}
