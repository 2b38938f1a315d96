import { useFormContext } from 'react-hook-form'
import { text } from '../../text/text.ts'
import { SelectField, TextField } from '../../ui/form/fields.tsx'
import type { FinalizeValues } from './finalize-values.ts'

const words = text.finalize
const builders = Object.entries(words.builders).map(([value, label]) => ({ value, label }))

export function BuildFields({ at }: { at: `services.${number}` }) {
  const { watch } = useFormContext<FinalizeValues>()
  const builder = watch(`${at}.source.builder`)
  const own = watch(`${at}.name`)
  const others = watch('services').filter(({ name }) => name !== own)
  const field = (name: string, label: string, isOptional = false) => (
    <TextField name={`${at}.source.${name}`} label={label} isCode isOptional={isOptional} />
  )
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <SelectField name={`${at}.source.builder`} label={words.builder} choices={builders} />
      {builder === 'image' && field('image', words.image)}
      {builder === 'dockerfile' && (
        <>
          {field('dockerfile', words.dockerfile)}
          {field('context', words.context)}
        </>
      )}
      {(builder === 'auto' || builder === 'static' || builder === 'railpack') && (
        <>
          {field('rootDirectory', words.folder)}
          {field('installCommand', words.installCommand, true)}
          {field('buildCommand', words.buildCommand, true)}
        </>
      )}
      {builder === 'static' && field('outputDirectory', words.outputDirectory, true)}
      {builder === 'shared' && (
        <SelectField
          name={`${at}.sharesImageWith`}
          label={words.sharesImageWith}
          choices={['', ...others.map(({ name }) => name)].map((name) => ({ value: name, label: name }))}
        />
      )}
    </div>
  )
}
