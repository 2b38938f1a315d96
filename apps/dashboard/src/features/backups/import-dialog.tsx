/** Imports a file into a database, with the same safety as a restore. */
import type { JsonSchema, Service } from '@longshore/sdk'
import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { text } from '../../text/text.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/form/field.tsx'
import { CheckboxField, SelectField, TextField } from '../../ui/form/fields.tsx'
import { Form, useApiForm } from '../../ui/form/form.tsx'
import { formatBytes } from '../../ui/format.ts'
import { inputClass } from '../../ui/input-class.ts'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { useEnvironment } from '../environments/environment-context.ts'
import { FollowImport } from './follow-import.tsx'
import { PlannedSteps } from './planned-steps.tsx'
import { useUpload } from './use-upload.ts'

const words = text.imports
const restores = text.restores

interface ImportValues {
  file: FileList | undefined
  serviceId: string
  confirm: string
  safetyBackup: boolean
}

export function databasesOf(services: readonly Service[]): readonly Service[] {
  return services.filter(({ kind }) => kind === 'postgres' || kind === 'mariadb')
}

export function ImportDialog({ onClose }: { onClose(): void }) {
  const [importId, setImportId] = useState<string | null>(null)
  return (
    <Dialog title={words.action} note={importId === null ? words.note : undefined} isOpen onClose={onClose}>
      {importId === null ? (
        <ImportForm onStarted={setImportId} onClose={onClose} />
      ) : (
        <FollowImport importId={importId} onClose={onClose} />
      )}
    </Dialog>
  )
}

/** The API takes these fields in the query next to the file, so the SDK has no body schema for them. */
const schemaFor = (name: string): JsonSchema => ({
  type: 'object',
  properties: { confirm: { type: 'string', enum: [name] }, serviceId: { type: 'string' }, file: {} },
  required: ['confirm', 'file'],
})

function ImportForm({ onStarted, onClose }: { onStarted(importId: string): void; onClose(): void }) {
  const environment = useEnvironment()
  const databases = databasesOf(environment.services)
  const upload = useUpload()
  const [size, setSize] = useState(0)
  const form = useApiForm<ImportValues>({
    schema: schemaFor(environment.name),
    defaults: { serviceId: databases[0]?.id ?? '', confirm: '', safetyBackup: true },
    toBody: ({ file, ...rest }) => ({ ...rest, ...(file?.[0] === undefined ? {} : { file: file[0].name }) }),
    async submit({ file, ...rest }) {
      const chosen = file?.[0]
      if (chosen === undefined) throw new Error(words.chooseFile)
      setSize(chosen.size)
      onStarted((await upload.send({ id: environment.id, ...rest, file: chosen })).id)
    },
  })
  const hasSafety = form.form.watch('safetyBackup')
  return (
    <Form form={form} action={words.start} onCancel={onClose}>
      <FileField />
      {databases.length > 1 && (
        <SelectField
          name="serviceId"
          label={words.service}
          choices={databases.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      <CheckboxField name="safetyBackup" label={restores.wizard.safety} help={words.safetyHelp} />
      <PlannedSteps
        title={words.will}
        steps={hasSafety ? words.steps : words.steps.filter((step) => step !== words.safetyStep)}
      />
      <TextField
        name="confirm"
        label={restores.wizard.confirm(environment.name)}
        help={restores.wizard.confirmHelp}
        isCode
      />
      {upload.sentBytes !== undefined && (
        <Uploading sentBytes={upload.sentBytes} totalBytes={size} onCancel={upload.cancel} />
      )}
    </Form>
  )
}

function FileField() {
  const { register } = useFormContext<ImportValues>()
  return (
    <Field name="file" label={words.file} help={words.fileHelp}>
      {(parts) => <input {...parts} {...register('file')} type="file" className={inputClass} />}
    </Field>
  )
}

interface UploadingProps {
  sentBytes: number
  totalBytes: number
  onCancel(): void
}

function Uploading({ sentBytes, totalBytes, onCancel }: UploadingProps) {
  return (
    <div className="flex flex-col gap-1.5 text-sm">
      <p className="flex items-center justify-between gap-3">
        <span>{words.uploading}</span>
        <span className="tabular-nums text-ink-soft">
          {words.sent(formatBytes(sentBytes), formatBytes(totalBytes))}
        </span>
      </p>
      <ProgressBar label={words.uploading} value={sentBytes} max={Math.max(1, totalBytes)} />
      <div>
        <Button kind="quiet" onClick={onCancel}>
          {text.common.cancel}
        </Button>
      </div>
    </div>
  )
}
