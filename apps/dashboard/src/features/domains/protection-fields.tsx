/** Access protection. Passwords are stored as hashes, so they can be replaced but not shown. */
import { Plus, X } from 'lucide-react'
import { useFieldArray, useFormContext } from 'react-hook-form'
import { text } from '../../text/text.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { SelectField, TextField } from '../../ui/form/fields.tsx'
import type { AttachValues } from './attach-values.ts'

const { environment: words } = text.domains

export function ProtectionFields({ count }: { count: number }) {
  const { watch } = useFormContext<AttachValues>()
  const { none, keep, replace } = words.protectionChoices
  const choices = [
    { value: 'none', label: none },
    ...(count === 0 ? [] : [{ value: 'keep', label: `${keep} (${words.protectedFor(count)})` }]),
    { value: 'replace', label: replace },
  ]
  return (
    <>
      <SelectField name="protection" label={words.protection} choices={choices} />
      {watch('protection') === 'replace' && <People />}
    </>
  )
}

function People() {
  const { fields, append, remove } = useFieldArray<AttachValues, 'basicAuth'>({ name: 'basicAuth' })
  return (
    <div className="flex flex-col gap-3">
      {fields.map(({ id }, index) => (
        <div key={id} className="flex items-end gap-2">
          <div className="grid flex-1 gap-3 sm:grid-cols-2">
            <TextField name={`basicAuth.${index}.username`} label={words.username} />
            <TextField
              name={`basicAuth.${index}.password`}
              label={words.password}
              type="password"
              autoComplete="new-password"
            />
          </div>
          {fields.length > 1 && (
            <IconButton label={words.removePerson} icon={<X aria-hidden size={16} />} onClick={() => remove(index)} />
          )}
        </div>
      ))}
      <div>
        <Button
          kind="quiet"
          icon={<Plus aria-hidden size={15} />}
          onClick={() => append({ username: '', password: '' })}
        >
          {words.addPerson}
        </Button>
      </div>
    </div>
  )
}
