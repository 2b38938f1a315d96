/** The choice to deploy now, or later at a date and time. */
import { useId, useState } from 'react'
import { text } from '../../text/text.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { inputClass } from '../../ui/input-class.ts'
import { SegmentedControl } from '../../ui/segmented-control.tsx'
import { type DeployTime, ownTimeZone, problemOf, timeLimits } from './deploy-time.ts'

export interface DeployWhenProps {
  time: DeployTime
  /** Branch whose newest commit can be deployed; null if a certain commit or no commit is chosen. */
  branch: string | null
  onChange(time: DeployTime): void
}

export function DeployWhen({ time, branch, onChange }: DeployWhenProps) {
  const words = text.deploy.when
  return (
    <section className="flex flex-col gap-3">
      <h3 className="text-sm font-semibold">{words.title}</h3>
      <SegmentedControl
        label={words.title}
        choices={[
          { value: 'now', label: words.now },
          { value: 'later', label: words.later },
        ]}
        value={time.isLater ? 'later' : 'now'}
        onChange={(value) => onChange({ ...time, isLater: value === 'later' })}
      />
      {time.isLater && <TimeField time={time} onChange={onChange} />}
      {time.isLater && branch !== null && (
        <Checkbox
          label={words.newest(branch)}
          value={time.isNewest}
          onChange={(isNewest) => onChange({ ...time, isNewest })}
        />
      )}
    </section>
  )
}

function TimeField({ time, onChange }: Pick<DeployWhenProps, 'time' | 'onChange'>) {
  const [limits] = useState(() => timeLimits(Date.now()))
  const id = useId()
  const words = text.deploy.when
  const problem = problemOf(time, Date.now())
  return (
    <div className="text-sm">
      <label htmlFor={id} className="mb-1 block font-medium">
        {words.time}
      </label>
      <input
        id={id}
        type="datetime-local"
        {...limits}
        value={time.local}
        onChange={(event) => onChange({ ...time, local: event.target.value })}
        aria-invalid={problem === null ? undefined : true}
        aria-describedby={`${id}-note`}
        className={`${inputClass} max-w-64`}
      />
      <p id={`${id}-note`} className={problem === null ? 'mt-1 text-ink-soft' : 'mt-1 text-bad'}>
        {problem === null ? words.zone(ownTimeZone()) : words.problems[problem]}
      </p>
    </div>
  )
}
