/** The services that the analysis found, for review before the first deployment: only what most people change. */
import { Plus, Trash2 } from 'lucide-react'
import { useFieldArray, useFormContext } from 'react-hook-form'
import { text } from '../../text/text.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import {
  CommandField,
  EngineVersionField,
  HealthCheckFields,
  NameAndKindFields,
  PortField,
  ReleaseCommandField,
  ScheduleField,
} from '../services/run-fields.tsx'
import { isDatabase, newService, type ServiceKind, toValues } from '../services/service-values.ts'
import { type ServicePartProps, SourceFields } from '../services/source-fields.tsx'
import type { FinalizeValues } from './finalize-values.ts'

const words = text.finalize

export function FinalizeServices() {
  const { fields, append, remove } = useFieldArray<FinalizeValues, 'services'>({ name: 'services' })
  const { getValues } = useFormContext<FinalizeValues>()
  const add = (name: string, kind: ServiceKind) => {
    const taken = new Set(getValues('services').map((each) => each.name))
    let free = name
    for (let number = 2; taken.has(free); number += 1) free = `${name}-${number}`
    append(toValues(newService(free, kind)))
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
  const { watch } = useFormContext<FinalizeValues>()
  const values = watch(`services.${index}`)
  const at = `services.${index}.`
  return (
    <div className="flex flex-col gap-4">
      <div className="grid gap-4 sm:grid-cols-[1fr_1fr_auto]">
        <NameAndKindFields at={at} />
        <div className="sm:pt-6">
          <Button
            kind="quiet"
            aria-label={words.removeNamed(values.name)}
            icon={<Trash2 aria-hidden size={15} />}
            onClick={onRemove}
          >
            {words.removeService}
          </Button>
        </div>
      </div>
      {isDatabase(values.kind) ? <EngineVersionField at={at} /> : <ProgramFields at={at} values={values} />}
    </div>
  )
}

function ProgramFields({ at, values }: ServicePartProps) {
  const { watch } = useFormContext<FinalizeValues>()
  const others = watch('services').filter(({ name }) => name !== values.name)
  const { kind } = values
  const health = (
    <div className="grid gap-4 sm:grid-cols-2">
      <HealthCheckFields at={at} values={values} />
    </div>
  )
  return (
    <>
      <SourceFields at={at} values={values} others={others} />
      {kind === 'web' && (
        <div className="grid gap-4 sm:grid-cols-[8rem_1fr]">
          <PortField at={at} isOptional={false} />
          {health}
        </div>
      )}
      {kind === 'cron' && <ScheduleField at={at} />}
      {kind !== 'static' && (
        <Disclosure title={words.commands}>
          <CommandField at={at} />
          <ReleaseCommandField at={at} />
          {kind === 'worker' && health}
        </Disclosure>
      )}
    </>
  )
}
