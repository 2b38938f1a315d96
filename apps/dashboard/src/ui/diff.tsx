/** A diff, line by line. */
import { text } from '../text/text.ts'
import { classNames } from './class-names.ts'
import { countChanges, type DiffLine } from './diff-lines.ts'

const kindStyles: Record<DiffLine['kind'], { sign: string; className: string }> = {
  same: { sign: ' ', className: 'text-ink-soft' },
  added: { sign: '+', className: 'bg-good-soft text-good' },
  removed: { sign: '−', className: 'bg-bad-soft text-bad' },
  gap: { sign: '⋯', className: 'bg-sunken text-ink-faint' },
}

export function Diff({ label, lines }: { label: string; lines: readonly DiffLine[] }) {
  if (lines.every(({ kind }) => kind === 'same')) return <p className="text-sm text-ink-soft">{text.diff.same}</p>
  return (
    <section
      aria-label={label}
      tabIndex={0}
      className="max-h-96 overflow-auto rounded-md border border-line bg-surface py-1 font-mono text-[0.8rem] leading-relaxed"
    >
      <ol className="w-max min-w-full">
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of a finished text
          <DiffRow key={index} line={line} />
        ))}
      </ol>
    </section>
  )
}

function DiffRow({ line: { kind, text: content } }: { line: DiffLine }) {
  const { sign, className } = kindStyles[kind]
  return (
    <li className={classNames('flex gap-2 px-3 whitespace-pre', className)}>
      <span aria-hidden className="w-3 shrink-0 text-center select-none">
        {sign}
      </span>
      {kind === 'added' && <span className="sr-only">{text.diff.added}</span>}
      {kind === 'removed' && <span className="sr-only">{text.diff.removed}</span>}
      <span>{content === '' ? ' ' : content}</span>
    </li>
  )
}

export function DiffCounts({ lines }: { lines: readonly DiffLine[] }) {
  const { added, removed } = countChanges(lines)
  return <span className="text-xs text-ink-soft tabular-nums">{text.diff.counts(added, removed)}</span>
}
