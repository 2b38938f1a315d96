/** A text area with line numbers, for compose files. Long lines scroll, so that each number stays next to its line. */
import type { ComposeProblem } from '@longshore/sdk'
import { CircleAlert, TriangleAlert } from 'lucide-react'
import { type Ref, useId, useRef } from 'react'
import { text } from '../../text/text.ts'
import { classNames } from '../class-names.ts'
import { rangeOfLine } from '../line-range.ts'
import { gutterLines } from './line-marks.ts'

export interface LineEditorProps {
  label: string
  value: string
  problems: readonly ComposeProblem[]
  isReadOnly: boolean
  /** The field has an error that is in no line. */
  isInvalid?: boolean
  describedBy: string | undefined
  ref: Ref<HTMLTextAreaElement>
  onChange(value: string): void
}

const maxLength = 262_144
const lineClass = 'font-mono text-[0.8rem] leading-5'

export function LineEditor(props: LineEditorProps) {
  const { label, value, problems, isReadOnly, isInvalid = false, describedBy, ref, onChange } = props
  const id = useId()
  const gutter = useRef<HTMLDivElement>(null)
  const lines = gutterLines(value, problems)
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-sm font-medium">
        {label}
      </label>
      <div className="flex h-[28rem] overflow-hidden rounded-md border border-line-strong bg-surface focus-within:outline-2 focus-within:outline-accent">
        <div
          ref={gutter}
          aria-hidden
          className={classNames('shrink-0 overflow-hidden bg-sunken py-2 text-ink-soft select-none', lineClass)}
        >
          {lines.map(({ number, severity }) => (
            <div
              key={number}
              className={classNames(
                'flex h-5 items-center justify-end gap-1 pr-2 pl-1.5',
                severity === 'error' && 'bg-bad-soft font-semibold text-bad',
                severity === 'warning' && 'bg-warn-soft font-semibold text-warn',
              )}
            >
              <span className="inline-flex w-3.5 justify-center">
                {severity === 'error' && <CircleAlert size={12} />}
                {severity === 'warning' && <TriangleAlert size={12} />}
              </span>
              {number}
            </div>
          ))}
          {/* Room for the horizontal scroll bar of the text area, so that both scroll equally far. */}
          <div className="h-6" />
        </div>
        <textarea
          ref={ref}
          id={id}
          value={value}
          readOnly={isReadOnly}
          maxLength={maxLength}
          wrap="off"
          spellCheck={false}
          autoComplete="off"
          autoCapitalize="off"
          aria-invalid={isInvalid || problems.some(({ severity }) => severity === 'error')}
          aria-describedby={describedBy}
          placeholder={text.composeFile.placeholder}
          onChange={(event) => onChange(event.target.value)}
          onScroll={(event) => {
            if (gutter.current !== null) gutter.current.scrollTop = event.currentTarget.scrollTop
          }}
          className={classNames(
            'min-w-0 flex-1 resize-none overflow-auto bg-transparent px-3 py-2 whitespace-pre text-ink outline-none',
            lineClass,
          )}
        />
      </div>
    </div>
  )
}

/** Selects a line and scrolls to it, because browsers don't scroll to a selection that a script makes. */
export function showLine(area: HTMLTextAreaElement, line: number): void {
  area.focus()
  area.setSelectionRange(...rangeOfLine(area.value, line))
  area.scrollTop = (line - 1) * 20 - area.clientHeight / 2
}
