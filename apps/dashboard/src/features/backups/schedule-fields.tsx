import { useId } from 'react'
import { useFormContext } from 'react-hook-form'
import { text } from '../../text/text.ts'
import { Field } from '../../ui/form/field.tsx'
import { CheckboxField, NumberField, SelectField, TextField } from '../../ui/form/fields.tsx'
import { inputClass } from '../../ui/input-class.ts'
import type { ScheduleValues } from './schedule-values.ts'

const { plan: words } = text.backups
const toChoices = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))

export function ScheduleFields({ stores }: { stores: readonly { id: string; name: string }[] }) {
  const { watch } = useFormContext<ScheduleValues>()
  return (
    <>
      <CheckboxField name="enabled" label={words.switchOn} />
      <SelectField
        name="destination.id"
        label={words.store}
        choices={stores.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField name="preset" label={words.schedule} choices={toChoices(words.presets)} />
        <TimezoneField />
      </div>
      {watch('preset') === 'custom' && <TextField name="schedule" label={words.cron} help={words.cronHelp} isCode />}
      <CheckboxField name="catchUp" label={words.catchUp} help={words.catchUpHelp} />
      <SelectField name="restoreTests" label={words.proof} help={words.proofHelp} choices={toChoices(words.proofs)} />
      <fieldset className="min-w-0">
        <legend className="text-sm font-medium">{words.retention}</legend>
        <p className="mt-0.5 mb-2 text-xs text-ink-soft">{words.retentionHelp}</p>
        <div className="grid grid-cols-2 gap-3 sm:grid-cols-4">
          <NumberField name="retention.keepLast" label={words.keepLast} />
          <NumberField name="retention.keepDaily" label={words.keepDaily} />
          <NumberField name="retention.keepWeekly" label={words.keepWeekly} />
          <NumberField name="retention.keepMonthly" label={words.keepMonthly} />
        </div>
      </fieldset>
      <TextField name="encryption.recipient" label={words.recipient} help={words.recipientHelp} isCode isOptional />
    </>
  )
}

/** A text field with suggestions, because the list is long. */
function TimezoneField() {
  const { register } = useFormContext<ScheduleValues>()
  const id = useId()
  return (
    <Field name="timezone" label={words.timezone}>
      {(parts) => (
        <>
          <input
            {...parts}
            {...register('timezone')}
            list={id}
            autoComplete="off"
            spellCheck={false}
            className={inputClass}
          />
          <datalist id={id}>
            {Intl.supportedValuesOf('timeZone').map((zone) => (
              <option key={zone} value={zone} />
            ))}
          </datalist>
        </>
      )}
    </Field>
  )
}
