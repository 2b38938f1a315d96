/** Adds a storage location. It is tested before it is saved, and errors show their remedy. */
import { createBackupDestination, listBackupDestinations, listServers } from '@longshore/sdk/operations'
import { CreateBackupDestinationRequest } from '@longshore/sdk/schemas'
import { useFormContext } from 'react-hook-form'
import { useAction } from '../../api/actions.ts'
import { useList } from '../../api/queries.ts'
import { text } from '../../text/text.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { CheckboxField, SelectField, TextField } from '../../ui/form/fields.tsx'
import { Form, useApiForm } from '../../ui/form/form.tsx'
import { toast } from '../../ui/toasts.tsx'
import { KeyFields } from './key-fields.tsx'
import { LockFields } from './lock-fields.tsx'
import { emptyStore, type StoreValues, toStoreBody } from './store-values.ts'

const words = text.backupStores
const types = Object.entries(words.types).map(([value, label]) => ({ value, label }))

export function AddStore({ isOpen, onClose }: { isOpen: boolean; onClose(): void }) {
  return (
    <Dialog title={words.add} note={words.testing} isOpen={isOpen} onClose={onClose}>
      <AddStoreForm onClose={onClose} />
    </Dialog>
  )
}

function AddStoreForm({ onClose }: { onClose(): void }) {
  const servers = useList(listServers, {})
  const create = useAction(createBackupDestination, {
    refreshes: [listBackupDestinations],
    onDone({ name }) {
      toast(words.added(name))
      onClose()
    },
  })
  const bodyOf = (values: StoreValues) =>
    toStoreBody({ ...values, serverId: values.serverId || (servers.items[0]?.id ?? '') })
  const form = useApiForm<StoreValues>({
    schema: CreateBackupDestinationRequest,
    defaults: emptyStore,
    toBody: bodyOf,
    submit: async (values) => await create.must({ body: bodyOf(values) }),
  })
  return (
    <Form form={form} action={words.addAction} onCancel={onClose}>
      <TypeField />
      <TextField name="name" label={words.name} hasFocus />
      <LocationFields servers={servers.items} />
    </Form>
  )
}

function TypeField() {
  const { watch } = useFormContext<StoreValues>()
  return <SelectField name="type" label={words.type} help={words.typeNotes[watch('type')]} choices={types} />
}

function LocationFields({ servers }: { servers: readonly { id: string; name: string }[] }) {
  const { watch } = useFormContext<StoreValues>()
  const type = watch('type')
  if (type === 's3') return <S3Fields />
  if (type === 'controlPlane') return null
  if (servers.length === 0) return <p className="text-sm text-ink-soft">{words.noServers}</p>
  return (
    <SelectField
      name="serverId"
      label={words.server}
      choices={servers.map(({ id, name }) => ({ value: id, label: name }))}
    />
  )
}

function S3Fields() {
  return (
    <>
      <TextField
        name="endpoint"
        label={words.endpoint}
        help={words.endpointHelp}
        placeholder="https://s3.eu-central-1.amazonaws.com"
        isCode
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField name="bucket" label={words.bucket} help={words.bucketHelp} isCode />
        <TextField name="region" label={words.region} placeholder="us-east-1" isCode isOptional />
      </div>
      <TextField name="prefix" label={words.prefix} placeholder="longshore" isCode isOptional />
      <CheckboxField name="pathStyle" label={words.pathStyle} help={words.pathStyleHelp} />
      <KeyFields />
      <LockFields />
    </>
  )
}
