import { Plus, Trash2 } from 'lucide-react'
import { useFieldArray, useFormContext } from 'react-hook-form'
import { text } from '../../text/text.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { NumberField, SelectField, TextField } from '../../ui/form/fields.tsx'
import { emptyService, isDatabase, type ServiceKind } from './analyzed-services.ts'
import { BuildFields } from './build-fields.tsx'
import type { FinalizeValues } from './finalize-values.ts'

const words = text.finalize
const kinds = Object.entries(words.kinds).map(([value, label]) => ({ value, label }))
const healthTypes = Object.entries(words.healthTypes).map(([value, label]) => ({ value, label }))

export function ServiceFields() {
  const { fields, append, remove } = useFieldArray<FinalizeValues, 'services'>({ name: 'services' })
  const { getValues } = useFormContext<FinalizeValues>()
  const add = (name: string, kind: ServiceKind) => {
    const taken = new Set(getValues('services').map((each) => each.name))
    let free = name
    for (let number = 2; taken.has(free); number += 1) free = `${name}-${number}`
    append(emptyService(free, kind))
  }
  const actions = (
    <>
      <Button icon={<Plus aria-hidden size={15} />} onClick={() => add(words.newService, 'web')}>
        {words.addService}
      </Button>
      <Button icon={<Plus aria-hidden size={15} />} onClick={() => add('postgres', 'postgres')}>
        {words.addDatabase}
      </Button>
    </>
  )
  return (
    <Card title={words.services} note={words.title} actions={actions}>
      <ul className="flex flex-col gap-4">
        {fields.map((field, index) => (
          <li key={field.id} className="rounded-lg border border-line p-3.5">
            <OneService index={index} onRemove={() => remove(index)} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

function OneService({ index, onRemove }: { index: number; onRemove(): void }) {
  const at = `services.${index}` as const
  const { watch } = useFormContext<FinalizeValues>()
  const { name, kind } = watch(at)
  return (
    <div className="flex flex-col gap-4">
      <div className="grid gap-4 sm:grid-cols-[1fr_1fr_auto]">
        <TextField name={`${at}.name`} label={words.name} help={words.nameHelp} isCode />
        <SelectField name={`${at}.kind`} label={words.kind} choices={kinds} />
        <div className="sm:pt-6">
          <Button
            kind="quiet"
            aria-label={words.removeNamed(name)}
            icon={<Trash2 aria-hidden size={15} />}
            onClick={onRemove}
          >
            {words.removeService}
          </Button>
        </div>
      </div>
      {isDatabase(kind) ? (
        <TextField name={`${at}.engineVersion`} label={words.engineVersion} help={words.engineVersionHelp} isOptional />
      ) : (
        <AppFields at={at} kind={kind} />
      )}
    </div>
  )
}

function AppFields({ at, kind }: { at: `services.${number}`; kind: ServiceKind }) {
  return (
    <>
      <BuildFields at={at} />
      {kind === 'web' && (
        <div className="grid gap-4 sm:grid-cols-[8rem_1fr]">
          <NumberField name={`${at}.port`} label={words.port} />
          <HealthFields at={at} />
        </div>
      )}
      {kind === 'cron' && <TextField name={`${at}.schedule`} label={words.schedule} help={words.scheduleHelp} isCode />}
      {kind !== 'static' && (
        <Disclosure title={words.command}>
          <TextField name={`${at}.command`} label={words.command} help={words.commandHelp} isOptional isCode />
          <TextField
            name={`${at}.releaseCommand`}
            label={words.releaseCommand}
            help={words.releaseCommandHelp}
            isOptional
            isCode
          />
          {kind === 'worker' && <HealthFields at={at} />}
        </Disclosure>
      )}
    </>
  )
}

function HealthFields({ at }: { at: `services.${number}` }) {
  const { watch } = useFormContext<FinalizeValues>()
  const type = watch(`${at}.healthCheck.type`)
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <SelectField name={`${at}.healthCheck.type`} label={words.health} choices={healthTypes} />
      {type === 'http' && <TextField name={`${at}.healthCheck.path`} label={words.healthPath} isCode />}
      {type === 'command' && <TextField name={`${at}.healthCheck.command`} label={words.healthCommand} isCode />}
    </div>
  )
}
