/** Where the image of a service comes from. */
import type { Service } from '@longshore/sdk'
import { useFormContext, useWatch } from 'react-hook-form'
import { text } from '../../text/text.ts'
import { SelectField, TextField } from '../../ui/form/fields.tsx'
import type { Builder, ServiceValues } from './service-values.ts'
import { isDatabase } from './service-values.ts'

const { fields: words, builders } = text.services
const builderChoices = (Object.keys(builders) as Builder[]).map((value) => ({ value, label: builders[value] }))

export function SourceFields({ others }: { others: readonly Service[] }) {
  const { control } = useFormContext<ServiceValues>()
  const builder = useWatch({ control, name: 'source.builder' })
  const shared = useWatch({ control, name: 'sharesImageWith' })
  const programs = others.filter(({ kind }) => !isDatabase(kind))
  const sharedChoices = [
    { value: '', label: words.ownImage },
    ...programs.map(({ name }) => ({ value: name, label: name })),
  ]
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {programs.length > 0 && (
        <SelectField name="sharesImageWith" label={words.sharesImageWith} choices={sharedChoices} />
      )}
      {shared === '' && (
        <>
          <SelectField name="source.builder" label={words.builder} choices={builderChoices} />
          <BuilderFields builder={builder} />
        </>
      )}
    </div>
  )
}

function BuilderFields({ builder }: { builder: Builder }) {
  if (builder === 'image') return <TextField name="source.image" label={words.image} isCode />
  if (builder === 'dockerfile')
    return (
      <>
        <TextField name="source.dockerfile" label={words.dockerfile} placeholder="Dockerfile" isOptional isCode />
        <TextField name="source.context" label={words.context} placeholder="." isOptional isCode />
        <TextField name="source.target" label={words.target} isOptional isCode />
      </>
    )
  return (
    <>
      <TextField name="source.rootDirectory" label={words.rootDirectory} placeholder="." isOptional isCode />
      <TextField name="source.installCommand" label={words.installCommand} isOptional isCode />
      <TextField name="source.buildCommand" label={words.buildCommand} isOptional isCode />
      {builder !== 'railpack' && (
        <TextField name="source.runtimeVersion" label={words.runtimeVersion} placeholder="22" isOptional isCode />
      )}
      {builder === 'static' && (
        <TextField name="source.outputDirectory" label={words.outputDirectory} placeholder="dist" isOptional isCode />
      )}
    </>
  )
}
