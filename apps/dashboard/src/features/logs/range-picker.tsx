/** The time range of a log: a choice of usual ones, or two times. */
import { useId, useState } from 'react'
import { text } from '../../text/text.ts'
import { Button } from '../../ui/button.tsx'
import { inputClass } from '../../ui/input-class.ts'
import { Select } from '../../ui/select.tsx'
import { type LogSearchParams, rangeNames } from './log-range.ts'

const hourMs = 3_600_000

export function RangePicker(props: { params: LogSearchParams; onChange(params: LogSearchParams): void }) {
  const { params, onChange } = props
  const { service, range = 'all' } = params
  const [isCustom, setCustom] = useState(range === 'custom')
  const words = text.logs
  const base = service === undefined ? {} : { service }
  const choose = (value: string) => {
    const chosen = rangeNames.find((each) => each === value) ?? 'all'
    setCustom(chosen === 'custom')
    if (chosen !== 'custom') onChange({ ...base, range: chosen })
  }
  return (
    <>
      <Select
        label={words.since}
        value={isCustom ? 'custom' : range}
        onChange={choose}
        choices={rangeNames.map((each) => [each, words.sinceChoices[each]] as const)}
      />
      {isCustom && (
        <CustomRange params={params} onChange={(times) => onChange({ ...base, ...times, range: 'custom' })} />
      )}
    </>
  )
}

function CustomRange(props: { params: LogSearchParams; onChange(times: { from: string; to: string }): void }) {
  const { params, onChange } = props
  const [from, setFrom] = useState(() => toLocal(params.from ?? Date.now() - hourMs))
  const [to, setTo] = useState(() => toLocal(params.to ?? Date.now()))
  const words = text.logs
  const [fromMs, toMs] = [Date.parse(from), Date.parse(to)]
  const isValid = fromMs < toMs
  return (
    <form
      className="flex flex-wrap items-center gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (isValid) onChange({ from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString() })
      }}
    >
      <TimeInput label={words.from} value={from} onChange={setFrom} />
      <TimeInput label={words.to} value={to} onChange={setTo} />
      <Button type="submit" disabled={!isValid}>
        {words.showRange}
      </Button>
      {!isValid && <span className="text-xs text-bad">{words.emptyRange}</span>}
    </form>
  )
}

function TimeInput({ label, value, onChange }: { label: string; value: string; onChange(value: string): void }) {
  const id = useId()
  return (
    <span className="flex items-center gap-1.5 text-sm text-ink-soft">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="datetime-local"
        step={1}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className={`${inputClass} w-auto!`}
      />
    </span>
  )
}

/** In the format and time zone of the input. */
function toLocal(time: string | number): string {
  const date = new Date(time)
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 19)
}
