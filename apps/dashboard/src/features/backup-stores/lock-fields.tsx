import { useFormContext } from 'react-hook-form'
import { text } from '../../text/text.ts'
import { NumberField, SelectField } from '../../ui/form/fields.tsx'
import type { LockValues } from './store-values.ts'

const words = text.backupStores
const modes = Object.entries(words.lockModes).map(([value, label]) => ({ value, label }))

/** S3 Object Lock of new archives. `isKept`: the location can have locked archives already. */
export function LockFields({ isKept = false }: { isKept?: boolean }) {
  const { watch } = useFormContext<{ objectLock: LockValues }>()
  const mode = watch('objectLock.mode')
  const note = words.lockNotes[mode === '' ? 'none' : mode]
  return (
    <>
      <SelectField
        name="objectLock.mode"
        label={words.lock}
        help={isKept ? `${note} ${words.lockKept}` : note}
        choices={modes}
      />
      {mode !== '' && <NumberField name="objectLock.days" label={words.lockDays} help={words.lockDaysHelp} />}
    </>
  )
}
