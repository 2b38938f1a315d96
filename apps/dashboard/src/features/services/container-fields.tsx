/** Settings that replace what the image says about its containers. Opens when a field of it has an error. */
import { useFormContext } from 'react-hook-form'
import { text } from '../../text/text.ts'
import { Disclosure } from '../../ui/disclosure.tsx'
import { CheckboxField, NumberField, SelectField, TextAreaField, TextField } from '../../ui/form/fields.tsx'
import { GroupFault } from '../../ui/form/group-fault.tsx'
import type { ServiceValues } from './service-values.ts'

const { fields: words, groups, init, faults } = text.services
const initChoices = [
  { value: '', label: init.automatic },
  { value: 'on', label: init.on },
  { value: 'off', label: init.off },
]

export function ContainerFields() {
  const { formState } = useFormContext<ServiceValues>()
  return (
    <Disclosure title={groups.container} isOpen={formState.errors.container !== undefined}>
      <p className="text-xs text-ink-soft">{text.services.containerNote}</p>
      <GroupFault name="container" subject={faults.theContainer} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField name="container.entrypoint" label={words.entrypoint} help={words.entrypointHelp} isOptional isCode />
        <TextField name="container.user" label={words.user} help={words.userHelp} isOptional isCode />
        <TextField
          name="container.workingDirectory"
          label={words.workingDirectory}
          placeholder="/app"
          isOptional
          isCode
        />
        <TextField name="container.stopSignal" label={words.stopSignal} placeholder="SIGTERM" isOptional isCode />
        <SelectField name="container.init" label={words.init} choices={initChoices} />
        <NumberField
          name="container.sharedMemoryBytes"
          label={words.sharedMemory}
          help={words.sharedMemoryHelp}
          isOptional
        />
        <Lines name="container.memoryFolders" label={words.memoryFolders} help={words.memoryFoldersHelp} />
        <Lines name="container.ulimits" label={words.ulimits} help={words.ulimitsHelp} />
        <Lines name="container.sysctls" label={words.sysctls} help={words.sysctlsHelp} />
        <Lines name="container.extraHosts" label={words.extraHosts} help={words.extraHostsHelp} />
      </div>
      <CheckboxField name="container.readOnly" label={words.readOnly} help={words.readOnlyHelp} />
    </Disclosure>
  )
}

function Lines(field: { name: string; label: string; help: string }) {
  return <TextAreaField {...field} rows={2} isOptional isCode />
}
