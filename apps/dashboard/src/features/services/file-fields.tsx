/** Text files that each container gets: their path, and where their text comes from. */
import { Plus, Trash2 } from 'lucide-react'
import { useFieldArray, useFormContext } from 'react-hook-form'
import { text } from '../../text/text.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { NumberField, SelectField, TextAreaField, TextField } from '../../ui/form/fields.tsx'
import { GroupFault } from '../../ui/form/group-fault.tsx'
import { type FileOrigin, newFile } from './file-values.ts'
import type { ServiceValues } from './service-values.ts'

const { fields: words, files: fileWords, faults } = text.services
const origins: FileOrigin[] = ['content', 'source', 'variable']
const originChoices = origins.map((value) => ({ value, label: fileWords.origins[value] }))

export function FileFields() {
  const { fields, append, remove } = useFieldArray<ServiceValues, 'files'>({ name: 'files' })
  return (
    <>
      <p className="text-xs text-ink-soft">{fileWords.note}</p>
      <GroupFault name="files" subject={faults.theFiles} />
      {fields.map(({ id }, index) => (
        <OneFile key={id} index={index} onRemove={() => remove(index)} />
      ))}
      <div>
        <Button icon={<Plus aria-hidden size={15} />} onClick={() => append(newFile)}>
          {fileWords.add}
        </Button>
      </div>
    </>
  )
}

function OneFile({ index, onRemove }: { index: number; onRemove(): void }) {
  const { watch } = useFormContext<ServiceValues>()
  const { path, origin } = watch(`files.${index}`)
  const at = `files.${index}.`
  return (
    <section
      aria-label={fileWords.row(index + 1)}
      className="flex flex-col gap-3 rounded-lg border border-line p-3.5 [overflow-wrap:anywhere]"
    >
      <div className="flex items-start gap-2">
        <div className="grid min-w-0 flex-1 gap-3 sm:grid-cols-[2fr_1fr_1fr]">
          <TextField name={`${at}path`} label={words.filePath} placeholder="/etc/app.conf" isCode />
          <TextField name={`${at}mode`} label={words.fileMode} placeholder={newFile.mode} isCode />
          <SelectField name={`${at}origin`} label={words.fileOrigin} choices={originChoices} />
        </div>
        <IconButton
          label={fileWords.remove(path)}
          icon={<Trash2 aria-hidden size={15} />}
          onClick={onRemove}
          className="mt-6 shrink-0"
        />
      </div>
      <div className="grid gap-3 sm:grid-cols-2">
        <NumberField name={`${at}uid`} label={words.fileUid} placeholder="0" isOptional />
        <NumberField name={`${at}gid`} label={words.fileGid} placeholder="0" isOptional />
      </div>
      <FileText at={at} origin={origin} />
    </section>
  )
}

function FileText({ at, origin }: { at: string; origin: FileOrigin }) {
  if (origin === 'source')
    return <TextField name={`${at}source`} label={words.fileSource} help={words.fileSourceHelp} isCode />
  if (origin === 'variable')
    return <TextField name={`${at}variable`} label={words.fileVariable} help={words.fileVariableHelp} isCode />
  return <TextAreaField name={`${at}content`} label={words.fileContent} help={words.fileContentHelp} rows={5} isCode />
}
