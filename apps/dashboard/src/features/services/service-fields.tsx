/** The fields of a service: only those that its kind has. */
import type { Service } from '@longshore/sdk'
import type { ReactNode } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { text } from '../../text/text.ts'
import { Disclosure } from '../../ui/disclosure.tsx'
import { NumberField, SelectField, TextAreaField, TextField } from '../../ui/form/fields.tsx'
import { isDatabase, type ServiceKind, type ServiceValues } from './service-values.ts'
import { SourceFields } from './source-fields.tsx'

const { fields: words, groups, kinds, health } = text.services
const kindChoices = (Object.keys(kinds) as ServiceKind[]).map((value) => ({ value, label: kinds[value] }))
const healthChoices = [
  { value: '', label: health.none },
  { value: 'http', label: health.http },
  { value: 'tcp', label: health.tcp },
  { value: 'command', label: health.command },
]

export function ServiceFields({ isNew, others }: { isNew: boolean; others: readonly Service[] }) {
  const { control } = useFormContext<ServiceValues>()
  const kind = useWatch({ control, name: 'kind' })
  return (
    <>
      <Columns>
        <TextField name="name" label={words.name} help={words.nameHelp} hasFocus={isNew} isCode />
        <SelectField name="kind" label={words.kind} choices={kindChoices} />
      </Columns>
      {isDatabase(kind) ? <DatabaseFields /> : <ProgramFields kind={kind} others={others} />}
    </>
  )
}

function DatabaseFields() {
  return (
    <>
      <Columns>
        <TextField name="engineVersion" label={words.engineVersion} help={words.engineVersionHelp} isOptional />
        <TextField name="image" label={words.databaseImage} isOptional isCode />
        <NumberField name="loopbackPort" label={words.loopbackPort} help={words.loopbackPortHelp} isOptional />
      </Columns>
      <Limits />
    </>
  )
}

function ProgramFields({ kind, others }: { kind: ServiceKind; others: readonly Service[] }) {
  return (
    <>
      <Group title={groups.source}>
        <SourceFields others={others} />
      </Group>
      <Group title={groups.run}>
        <Columns>
          {(kind === 'web' || kind === 'worker') && (
            <NumberField name="port" label={words.port} help={words.portHelp} isOptional={kind !== 'web'} />
          )}
          {kind === 'cron' && <TextField name="schedule" label={words.schedule} help={words.scheduleHelp} isCode />}
          {kind !== 'static' && (
            <TextField name="command" label={words.command} help={words.commandHelp} isOptional isCode />
          )}
          <TextField
            name="releaseCommand"
            label={words.releaseCommand}
            help={words.releaseCommandHelp}
            isOptional
            isCode
          />
        </Columns>
      </Group>
      {kind !== 'cron' && <HealthFields />}
      <Group title={groups.limits}>
        <Limits />
        <Columns>
          <NumberField name="replicas" label={words.replicas} isOptional />
          <TextAreaField name="volumes" label={words.volumes} help={words.volumesHelp} rows={2} isOptional isCode />
        </Columns>
      </Group>
      <Disclosure title={groups.more}>
        <Columns>
          <NumberField name="drainSeconds" label={words.drain} isOptional />
          <NumberField name="stabilitySeconds" label={words.stability} isOptional />
          <TextField name="dependsOn" label={words.dependsOn} help={words.dependsOnHelp} isOptional isCode />
          <TextAreaField
            name="watchPaths"
            label={words.watchPaths}
            help={words.watchPathsHelp}
            rows={2}
            isOptional
            isCode
          />
        </Columns>
      </Disclosure>
    </>
  )
}

function HealthFields() {
  const { control } = useFormContext<ServiceValues>()
  const type = useWatch({ control, name: 'healthCheck.type' })
  return (
    <Group title={groups.health}>
      <Columns>
        <SelectField name="healthCheck.type" label={words.healthType} choices={healthChoices} />
        {type === 'http' && <TextField name="healthCheck.path" label={words.healthPath} isCode placeholder="/health" />}
        {type === 'command' && <TextField name="healthCheck.command" label={words.healthCommand} isCode />}
      </Columns>
      {type !== '' && (
        <Columns isNarrow>
          <NumberField name="healthCheck.intervalSeconds" label={words.interval} isOptional />
          <NumberField name="healthCheck.timeoutSeconds" label={words.timeout} isOptional />
          <NumberField name="healthCheck.retries" label={words.retries} isOptional />
          <NumberField name="healthCheck.startPeriodSeconds" label={words.startPeriod} isOptional />
        </Columns>
      )}
    </Group>
  )
}

function Limits() {
  return (
    <Columns isNarrow>
      <NumberField name="resources.memoryBytes" label={words.memory} help={words.limitHelp} isOptional />
      <NumberField name="resources.cpus" label={words.cpus} isOptional />
      <NumberField name="resources.pids" label={words.pids} isOptional />
    </Columns>
  )
}

function Columns({ children, isNarrow = false }: { children: ReactNode; isNarrow?: boolean }) {
  const columns = isNarrow ? 'grid-cols-[repeat(auto-fill,minmax(11rem,1fr))]' : 'sm:grid-cols-2'
  return <div className={`grid gap-4 ${columns}`}>{children}</div>
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="flex min-w-0 flex-col gap-4 border-t border-line pt-3">
      <legend className="float-left mb-1 w-full text-sm font-semibold">{title}</legend>
      {children}
    </fieldset>
  )
}
