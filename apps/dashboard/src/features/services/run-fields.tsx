/** Fields that configure how a service runs. Each form arranges them. */
import { text } from '../../text/text.ts'
import { NumberField, SelectField, TextField } from '../../ui/form/fields.tsx'
import type { ServiceKind } from './service-values.ts'
import type { ServicePartProps } from './source-fields.tsx'

const { fields: words, kinds, health } = text.services
const kindChoices = (Object.keys(kinds) as ServiceKind[]).map((value) => ({ value, label: kinds[value] }))
const healthChoices = [
  { value: '', label: health.none },
  { value: 'http', label: health.http },
  { value: 'tcp', label: health.tcp },
  { value: 'command', label: health.command },
]

export function NameAndKindFields({ at, isNew = false }: { at: string; isNew?: boolean }) {
  return (
    <>
      <TextField name={`${at}name`} label={words.name} help={words.nameHelp} hasFocus={isNew} isCode />
      <SelectField name={`${at}kind`} label={words.kind} choices={kindChoices} />
    </>
  )
}

export function EngineVersionField({ at }: { at: string }) {
  return <TextField name={`${at}engineVersion`} label={words.engineVersion} help={words.engineVersionHelp} isOptional />
}

export function PortField({ at, isOptional }: { at: string; isOptional: boolean }) {
  return <NumberField name={`${at}port`} label={words.port} help={words.portHelp} isOptional={isOptional} />
}

export function ScheduleField({ at }: { at: string }) {
  return <TextField name={`${at}schedule`} label={words.schedule} help={words.scheduleHelp} isCode />
}

export function CommandField({ at }: { at: string }) {
  return <TextField name={`${at}command`} label={words.command} help={words.commandHelp} isOptional isCode />
}

export function ReleaseCommandField({ at }: { at: string }) {
  return (
    <TextField
      name={`${at}releaseCommand`}
      label={words.releaseCommand}
      help={words.releaseCommandHelp}
      isOptional
      isCode
    />
  )
}

export function HealthCheckFields({ at, values: { healthCheck } }: ServicePartProps) {
  return (
    <>
      <SelectField name={`${at}healthCheck.type`} label={words.healthType} choices={healthChoices} />
      {healthCheck.type === 'http' && (
        <TextField name={`${at}healthCheck.path`} label={words.healthPath} isCode placeholder="/health" />
      )}
      {healthCheck.type === 'command' && (
        <TextField name={`${at}healthCheck.command`} label={words.healthCommand} isCode />
      )}
    </>
  )
}
