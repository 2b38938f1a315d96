import type { HardenServerRequest, SecurityCheck } from '@longshore/sdk'
import { useId } from 'react'
import { text } from '../../text/text.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { inputClass } from '../../ui/input-class.ts'
import { parsePorts } from './parse-ports.ts'

const words = text.security.plan

export interface HardenOptionValues {
  include: readonly string[]
  ports: string
  timeoutSeconds: number
}

export const defaultOptions: HardenOptionValues = { include: [], ports: '', timeoutSeconds: 180 }

export function optionsOf({ include, ports, timeoutSeconds }: HardenOptionValues): Omit<HardenServerRequest, 'dryRun'> {
  return {
    confirmTimeoutSeconds: Math.min(900, Math.max(20, Math.round(timeoutSeconds) || 180)),
    options: { include: [...include], allowPorts: parsePorts(ports) ?? [] },
  }
}

export interface HardenOptionsProps {
  checks: readonly SecurityCheck[]
  values: HardenOptionValues
  isBusy: boolean
  onChange(values: HardenOptionValues): void
  onPreview(): void
}

export function HardenOptions({ checks, values, isBusy, onChange, onPreview }: HardenOptionsProps) {
  const id = useId()
  const optional = checks.filter((check) => check.class === 'opt_in' && check.fixable && check.status === 'fail')
  const isWrong = parsePorts(values.ports) === undefined
  const toggle = (check: string, isOn: boolean) =>
    onChange({
      ...values,
      include: isOn ? [...values.include, check] : values.include.filter((each) => each !== check),
    })
  return (
    <Disclosure title={words.options}>
      {optional.length > 0 && (
        <fieldset className="flex flex-col gap-2.5">
          <legend className="mb-1.5 text-sm font-medium">{words.include}</legend>
          {optional.map((check) => (
            <Checkbox
              key={check.id}
              label={check.title}
              help={check.risk}
              value={values.include.includes(check.id)}
              onChange={(isOn) => toggle(check.id, isOn)}
            />
          ))}
        </fieldset>
      )}
      <div className="text-sm">
        <label htmlFor={`${id}-ports`} className="mb-1 block font-medium">
          {words.allowPorts}
        </label>
        <input
          id={`${id}-ports`}
          value={values.ports}
          onChange={(event) => onChange({ ...values, ports: event.target.value })}
          aria-invalid={isWrong}
          aria-describedby={`${id}-ports-help`}
          className={inputClass}
        />
        <p id={`${id}-ports-help`} className={isWrong ? 'mt-1 text-xs text-bad' : 'mt-1 text-xs text-ink-soft'}>
          {isWrong ? `${words.allowPorts} ${words.portsWrong}` : words.allowPortsHelp}
        </p>
      </div>
      <div className="text-sm">
        <label htmlFor={`${id}-timeout`} className="mb-1 block font-medium">
          {words.timeout}
        </label>
        <input
          id={`${id}-timeout`}
          type="number"
          min={20}
          max={900}
          value={values.timeoutSeconds}
          onChange={(event) => onChange({ ...values, timeoutSeconds: event.target.valueAsNumber })}
          aria-describedby={`${id}-timeout-help`}
          className={inputClass}
        />
        <p id={`${id}-timeout-help`} className="mt-1 text-xs text-ink-soft">
          {words.timeoutHelp}
        </p>
      </div>
      <div>
        <Button isBusy={isBusy} disabled={isWrong} onClick={onPreview}>
          {words.again}
        </Button>
      </div>
    </Disclosure>
  )
}
