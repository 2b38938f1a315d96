/** Fields that select the image source of a service. */
import { text } from '../../text/text.ts'
import { SelectField, TextField } from '../../ui/form/fields.tsx'
import { type Builder, isDatabase, type ServiceKind, type ServiceValues } from './service-values.ts'

const { fields: words, builders } = text.services
const builderChoices = (Object.keys(builders) as Builder[]).map((value) => ({ value, label: builders[value] }))

export interface ServicePartProps {
  /** Start of the field names, such as `services.0.` in a list. */
  at: string
  values: ServiceValues
}

export interface SourceFieldsProps extends ServicePartProps {
  others: readonly { name: string; kind: ServiceKind }[]
}

export function SourceFields({ at, values, others }: SourceFieldsProps) {
  const sharedChoices = [
    { value: '', label: words.ownImage },
    ...others.filter(({ kind }) => !isDatabase(kind)).map(({ name }) => ({ value: name, label: name })),
  ]
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {sharedChoices.length > 1 && (
        <SelectField name={`${at}sharesImageWith`} label={words.sharesImageWith} choices={sharedChoices} />
      )}
      {values.sharesImageWith === '' && (
        <>
          <SelectField name={`${at}source.builder`} label={words.builder} choices={builderChoices} />
          <BuilderFields at={`${at}source.`} builder={values.source.builder} />
        </>
      )}
    </div>
  )
}

function BuilderFields({ at, builder }: { at: string; builder: Builder }) {
  if (builder === 'image') return <TextField name={`${at}image`} label={words.image} isCode />
  if (builder === 'dockerfile')
    return (
      <>
        <TextField name={`${at}dockerfile`} label={words.dockerfile} placeholder="Dockerfile" isOptional isCode />
        <TextField name={`${at}context`} label={words.context} placeholder="." isOptional isCode />
        <TextField name={`${at}target`} label={words.target} isOptional isCode />
      </>
    )
  return (
    <>
      <TextField name={`${at}rootDirectory`} label={words.rootDirectory} placeholder="." isOptional isCode />
      <TextField name={`${at}installCommand`} label={words.installCommand} isOptional isCode />
      <TextField name={`${at}buildCommand`} label={words.buildCommand} isOptional isCode />
      {builder !== 'railpack' && (
        <TextField name={`${at}runtimeVersion`} label={words.runtimeVersion} placeholder="22" isOptional isCode />
      )}
      {builder === 'static' && (
        <TextField name={`${at}outputDirectory`} label={words.outputDirectory} placeholder="dist" isOptional isCode />
      )}
    </>
  )
}
