/** All fields of a service, for its own dialog: only those that its kind has. */
import type { ReactNode } from 'react'
import { text } from '../../text/text.ts'
import { Disclosure } from '../../ui/disclosure.tsx'
import { NumberField, TextAreaField, TextField } from '../../ui/form/fields.tsx'
import { ContainerFields } from './container-fields.tsx'
import { FileFields } from './file-fields.tsx'
import {
  CommandField,
  EngineVersionField,
  HealthCheckFields,
  NameAndKindFields,
  PortField,
  ReleaseCommandField,
  ScheduleField,
} from './run-fields.tsx'
import { isDatabase, type ServiceKind, type ServiceValues } from './service-values.ts'
import { SourceFields } from './source-fields.tsx'

const { fields: words, groups } = text.services

export interface ServiceFieldsProps {
  values: ServiceValues
  isNew: boolean
  others: readonly { name: string; kind: ServiceKind }[]
}

export function ServiceFields({ values, isNew, others }: ServiceFieldsProps) {
  return (
    <>
      <Columns>
        <NameAndKindFields at="" isNew={isNew} />
      </Columns>
      {isDatabase(values.kind) ? <DatabaseFields /> : <ProgramFields values={values} others={others} />}
    </>
  )
}

function DatabaseFields() {
  return (
    <>
      <Columns>
        <EngineVersionField at="" />
        <TextField name="image" label={words.databaseImage} isOptional isCode />
        <NumberField name="loopbackPort" label={words.loopbackPort} help={words.loopbackPortHelp} isOptional />
      </Columns>
      <Limits />
    </>
  )
}

function ProgramFields({ values, others }: Omit<ServiceFieldsProps, 'isNew'>) {
  const { kind } = values
  return (
    <>
      <Group title={groups.source}>
        <SourceFields at="" values={values} others={others} />
      </Group>
      <Group title={groups.run}>
        <Columns>
          {(kind === 'web' || kind === 'worker') && <PortField at="" isOptional={kind !== 'web'} />}
          {kind === 'cron' && <ScheduleField at="" />}
          {kind !== 'static' && <CommandField at="" />}
          <ReleaseCommandField at="" />
        </Columns>
      </Group>
      {kind !== 'cron' && <HealthCheck values={values} />}
      <Group title={groups.limits}>
        <Limits />
        <Columns>
          <NumberField name="replicas" label={words.replicas} isOptional />
          <TextAreaField name="volumes" label={words.volumes} help={words.volumesHelp} rows={2} isOptional isCode />
        </Columns>
      </Group>
      <Group title={groups.files}>
        <FileFields />
      </Group>
      <ContainerFields />
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

function HealthCheck({ values }: { values: ServiceValues }) {
  return (
    <Group title={groups.health}>
      <Columns>
        <HealthCheckFields at="" values={values} />
      </Columns>
      {values.healthCheck.type !== '' && (
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
