/** The contents of a .env file, with the server's errors. The first line with an error is selected. */
import { useEffect, useId, useRef } from 'react'
import { text } from '../../text/text.ts'
import { inputClass } from '../../ui/input-class.ts'
import { rangeOfLine } from '../../ui/line-range.ts'
import { envFaults } from './env-faults.ts'

export interface EnvTextProps {
  value: string
  error: Error | null
  onChange(value: string): void
}

export function EnvText({ value, error, onChange }: EnvTextProps) {
  const id = useId()
  const area = useRef<HTMLTextAreaElement>(null)
  const faults = envFaults(error) ?? []
  const hasFaults = faults.length > 0
  const select = (line: number) => area.current !== null && selectLine(area.current, line)
  useEffect(() => {
    const line = envFaults(error)?.find((fault) => fault.line !== null)?.line ?? null
    if (line !== null && area.current !== null) selectLine(area.current, line)
  }, [error])
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-medium">
        {text.variables.env}
      </label>
      <textarea
        ref={area}
        id={id}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        rows={12}
        spellCheck={false}
        autoComplete="off"
        aria-invalid={hasFaults}
        aria-describedby={hasFaults ? `${id}-fault` : undefined}
        className={`${inputClass} font-mono`}
      />
      {hasFaults && (
        <div id={`${id}-fault`} role="alert" className="mt-1 max-h-32 overflow-y-auto text-xs font-medium text-bad">
          <ul>
            {faults.map(({ message, line }) => (
              <li key={message}>
                {line === null ? (
                  message
                ) : (
                  <button type="button" className="text-left hover:underline" onClick={() => select(line)}>
                    {message}
                  </button>
                )}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}

function selectLine(area: HTMLTextAreaElement, line: number): void {
  area.focus()
  area.setSelectionRange(...rangeOfLine(area.value, line))
  // Browsers don't scroll to a selection that a script makes.
  const share = (line - 1) / area.value.split('\n').length
  area.scrollTop = area.scrollHeight * share - area.clientHeight / 2
}
