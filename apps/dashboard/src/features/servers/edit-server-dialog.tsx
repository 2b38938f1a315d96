import type { Server, UpdateServerRequest } from '@longshore/sdk'
import { getServer, listServers, updateServer } from '@longshore/sdk/operations'
import { UpdateServerRequest as UpdateSchema } from '@longshore/sdk/schemas'
import { useAction } from '../../api/actions.ts'
import { text } from '../../text/text.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { NumberField, TextField } from '../../ui/form/fields.tsx'
import { Form, useApiForm } from '../../ui/form/form.tsx'
import { toast } from '../../ui/toasts.tsx'
import { AddressFields, JumpField } from './server-fields.tsx'

const words = text.serverTasks.edit
const bytesPerMb = 1_000_000

interface Values {
  name: string
  host: string
  port: number
  username: string
  jumpServerId: string
  baseDomain: string
  hostKeyFingerprint: string
  build: { concurrency: number; memoryMb: number | undefined }
}

export function EditServerDialog({ server, onClose }: { server: Server; onClose(): void }) {
  const update = useAction(updateServer, { refreshes: [getServer, listServers] })
  const form = useApiForm<Values>({
    schema: UpdateSchema,
    defaults: valuesOf(server),
    toBody: bodyOf,
    async submit(values) {
      await update.must({ id: server.id, body: bodyOf(values) }, { ifMatch: server.version })
      toast(words.saved)
      onClose()
    },
  })
  return (
    <Dialog title={words.title} isOpen onClose={onClose}>
      <Form form={form} action={text.common.save} onCancel={onClose}>
        <TextField name="name" label={text.newServer.name} />
        <AddressFields />
        <JumpField except={server.id} />
        <TextField
          name="baseDomain"
          label={text.newServer.baseDomain}
          help={text.newServer.baseDomainHelp}
          isCode
          isOptional
        />
        <TextField
          name="hostKeyFingerprint"
          label={text.newServer.fingerprint}
          help={text.newServer.fingerprintHelp}
          isCode
          isOptional
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <NumberField name="build.concurrency" label={words.slots} help={words.slotsHelp} />
          <NumberField name="build.memoryMb" label={words.buildMemory} help={words.buildMemoryHelp} isOptional />
        </div>
      </Form>
    </Dialog>
  )
}

function valuesOf(server: Server): Values {
  const { name, host, port, username, jumpServerId, baseDomain, build } = server
  const memoryMb = build.memoryBytes === null ? undefined : Math.round(build.memoryBytes / bytesPerMb)
  return {
    ...{ name, host, port, username, hostKeyFingerprint: '' },
    jumpServerId: jumpServerId ?? '',
    baseDomain: baseDomain ?? '',
    build: { concurrency: build.concurrency, memoryMb },
  }
}

function bodyOf({ jumpServerId, baseDomain, hostKeyFingerprint, build, ...rest }: Values): UpdateServerRequest {
  const memoryBytes = build.memoryMb === undefined ? null : Math.round(build.memoryMb * bytesPerMb)
  return {
    ...rest,
    jumpServerId: jumpServerId === '' ? null : jumpServerId,
    baseDomain: baseDomain === '' ? null : baseDomain,
    build: { concurrency: build.concurrency, memoryBytes },
    ...(hostKeyFingerprint === '' ? {} : { hostKeyFingerprint }),
  }
}
