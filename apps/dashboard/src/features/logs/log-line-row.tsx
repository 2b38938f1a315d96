/** One line of a log. Program output is always rendered as text, never as markup. */
import { ChevronDown, ChevronRight, Link2 } from 'lucide-react'
import { memo } from 'react'
import { text as words } from '../../text/text.ts'
import { classNames } from '../../ui/class-names.ts'
import { levelStyles } from './level-style.ts'
import { contentOf, inlineFields } from './line-content.ts'
import { rangesOf } from './log-search.ts'
import type { LogLine } from './log-store.ts'
import { markSegments } from './mark-segments.ts'
import { maxShownCharacters, parseLine, type Segment } from './parse-line.ts'

export interface LogLineRowProps {
  line: LogLine
  /** Starts at 1. */
  number: number
  /** Texts to highlight. */
  marks: readonly string[]
  isCurrent: boolean
  isTarget: boolean
  /** A line near a match. */
  isContext: boolean
  /** The fields of the line are shown below it. */
  isOpen: boolean
  onOpen(line: LogLine): void
  wraps: boolean
  /** Shows time and service instead of the line number. */
  isTimed: boolean
  onLink?: ((line: LogLine, number: number) => void) | undefined
}

const kinds: Record<LogLine['kind'], string> = {
  stdout: '',
  stderr: 'border-l-2 border-warn/70',
  note: 'border-l-2 border-accent/70 text-ink-soft',
  mark: 'border-l-2 border-accent font-semibold',
}

export const LogLineRow = memo(function LogLineRow(props: LogLineRowProps) {
  const { line, isTarget, isContext, wraps, isTimed } = props
  const { level } = contentOf(line)
  return (
    <div
      data-log-target={isTarget || undefined}
      className={classNames(
        'group relative leading-[20px]',
        // Fixed height, so that drawing a line never measures another.
        wraps ? 'min-h-[20px] break-all whitespace-pre-wrap' : 'h-[20px] contain-strict whitespace-pre',
        isTimed ? 'pl-26 sm:pl-65' : 'pl-20',
        isTarget ? 'bg-warn-soft' : line.kind === 'mark' ? 'bg-accent-soft' : lineTint(level),
      )}
    >
      {isTimed ? <Origin {...props} /> : <LineNumber {...props} />}
      <Level {...props} />
      <OpenFields {...props} />
      <span className={classNames('log-text block pr-4 pl-2', kinds[line.kind], isContext && 'text-ink-faint')}>
        <LineText {...props} />
      </span>
    </div>
  )
})

function lineTint(level: ReturnType<typeof contentOf>['level']): string {
  return level === 'error' ? 'bg-bad-soft/60 hover:bg-bad-soft' : 'hover:bg-sunken'
}

function LineText({ line, marks, isCurrent }: LogLineRowProps) {
  const segments = segmentsOf(line)
  const shown = segments.map(({ text }) => text).join('')
  const rest = line.text.length - maxShownCharacters
  return (
    <>
      {markSegments(segments, marks.length === 0 ? [] : rangesOf(shown, marks)).map(
        ({ at, text, className, isMatch }) =>
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

/** A JSON line shows its message first, then its other fields. */
function segmentsOf(line: LogLine): Segment[] {
  const content = contentOf(line)
  if (content.message === null) return parseLine(line.text.slice(0, maxShownCharacters), line.style)
  const fields = inlineFields(content).flatMap(({ name, value }) => [
    { text: `  ${oneLine(name)}=`, className: 'text-ink-faint' },
    ...parseLine(oneLine(value)).map(({ text, className }) => ({ text, className: className || 'text-ink-soft' })),
  ])
  return [...parseLine(oneLine(content.message)), ...fields]
}

/** A decoded value can contain line breaks, but a row is one line. */
function oneLine(value: string): string {
  return value.slice(0, maxShownCharacters).replaceAll('\r\n', ' ⏎ ').replaceAll('\n', ' ⏎ ')
}

function Level({ line, isTimed }: LogLineRowProps) {
  const { level } = contentOf(line)
  if (level === null) return null
  const { icon: Icon, className } = levelStyles[level]
  const name = words.logs.levels[level]
  return (
    <span
      title={name}
      className={classNames(
        'absolute top-0 flex h-[20px] items-center gap-1 font-sans text-[0.7rem] select-none',
        isTimed ? 'left-16 sm:left-45' : 'left-14',
        className,
      )}
    >
      <Icon aria-hidden size={12} />
      <span className={isTimed ? 'sr-only sm:not-sr-only' : 'sr-only'}>{name}</span>
    </span>
  )
}

function OpenFields({ line, isOpen, onOpen, isTimed }: LogLineRowProps) {
  if (contentOf(line).fields.length === 0) return null
  const Icon = isOpen ? ChevronDown : ChevronRight
  const label = isOpen ? words.logs.closeFields : words.logs.openFields
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      aria-label={label}
      title={label}
      onClick={() => onOpen(line)}
      className={classNames(
        'absolute top-0 flex h-[20px] w-4 items-center justify-center rounded-sm text-ink-faint hover:text-accent focus-visible:-outline-offset-1',
        isTimed ? 'left-21 sm:left-60' : 'left-18',
      )}
    >
      <Icon aria-hidden size={14} />
    </button>
  )
}

function LineNumber({ line, number, onLink }: LogLineRowProps) {
  const className = 'absolute top-0 left-0 w-13 pr-1 text-right text-ink-faint select-none'
  if (onLink === undefined) return <span className={className}>{number}</span>
  return (
    <button
      type="button"
      // Not a tab stop: a log can have a hundred thousand lines. Keyboard users can add #L and the number to the URL.
      tabIndex={-1}
      aria-label={words.logs.copyLine(number)}
      title={words.logs.copyLine(number)}
      onClick={() => onLink(line, number)}
      className={classNames(className, 'hover:text-accent hover:underline')}
    >
      {number}
    </button>
  )
}

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' })
const dayAndClock = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' })

function Origin({ line, number, onLink }: LogLineRowProps) {
  const at = new Date(line.at)
  const time = (
    <time dateTime={line.at} title={dayAndClock.format(at)}>
      {clock.format(at)}
    </time>
  )
  const className = 'absolute top-0 left-0 w-16 pl-1 text-ink-faint select-none sm:w-23 sm:pl-6'
  return (
    <>
      {onLink === undefined ? (
        <span className={className}>{time}</span>
      ) : (
        <button
          type="button"
          // Not a tab stop: there are too many lines.
          tabIndex={-1}
          aria-label={words.logs.copyLineAt(clock.format(at))}
          title={words.logs.copyTimedLine}
          onClick={() => onLink(line, number)}
          className={classNames(className, 'text-left hover:text-accent hover:underline')}
        >
          <Link2
            aria-hidden
            size={13}
            className="absolute top-[3px] left-2 hidden opacity-0 group-hover:opacity-100 sm:block"
          />
          {time}
        </button>
      )}
      <span
        className="absolute top-0 left-23 hidden w-22 truncate pr-2 text-ink-faint select-none sm:block"
        title={line.group}
      >
        {line.group}
      </span>
    </>
  )
}
