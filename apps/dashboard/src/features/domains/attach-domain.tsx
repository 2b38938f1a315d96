import type { Environment } from '@longshore/sdk'
import { attachDomain, getEnvironment, listDomains } from '@longshore/sdk/operations'
import { AttachDomainRequest } from '@longshore/sdk/schemas'
import { useState } from 'react'
import { useAction } from '../../api/actions.ts'
import { useList } from '../../api/queries.ts'
import { text } from '../../text/text.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { SelectField, TextField } from '../../ui/form/fields.tsx'
import { Form, useApiForm } from '../../ui/form/form.tsx'
import { SegmentedControl } from '../../ui/segmented-control.tsx'
import { toast } from '../../ui/toasts.tsx'
import { type AttachValues, emptyValues, toAttachBody } from './attach-values.ts'
import { answering, MoreSettings, ServiceField } from './settings-fields.tsx'

const domains = text.domains
const { environment: words } = domains

interface AttachDomainProps {
  environment: Environment
  isOpen: boolean
  onClose(): void
}

export function AttachDomain({ environment, isOpen, onClose }: AttachDomainProps) {
  return (
    <Dialog title={words.attach} isOpen={isOpen} onClose={onClose}>
      <AttachForm environment={environment} onClose={onClose} />
    </Dialog>
  )
}

const sources = [
  { value: 'hostname', label: words.newHostname },
  { value: 'registered', label: words.registered },
] as const

function AttachForm({ environment, onClose }: Omit<AttachDomainProps, 'isOpen'>) {
  const [source, setSource] = useState<'hostname' | 'registered'>('hostname')
  const registered = useList(listDomains, {})
  const free = registered.items.filter((domain) => domain.environmentId === null)
  const attach = useAction(attachDomain, {
    refreshes: [getEnvironment, listDomains],
    onDone({ hostname }) {
      toast(words.attached(hostname))
      onClose()
    },
  })
  const chosen = (values: AttachValues) =>
    source === 'hostname'
      ? { ...values, domainId: '' }
      : { ...values, domainId: values.domainId || (free[0]?.id ?? '') }
  const form = useApiForm<AttachValues>({
    schema: AttachDomainRequest,
    defaults: { ...emptyValues(), service: answering(environment.services)[0]?.name ?? '' },
    toBody: (values) => toAttachBody(chosen(values)),
    submit: async (values) => await attach.must({ id: environment.id, body: toAttachBody(chosen(values)) }),
  })
  return (
    <Form form={form} action={words.attach} onCancel={onClose}>
      <SegmentedControl label={words.source} choices={sources} value={source} onChange={setSource} />
      {source === 'hostname' && (
        <TextField
          name="hostname"
          label={domains.hostname}
          help={domains.hostnameHelp}
          placeholder="app.example.com"
          isCode
          hasFocus
        />
      )}
      {source === 'registered' && free.length === 0 && <p className="text-sm text-ink-soft">{words.noneRegistered}</p>}
      {source === 'registered' && free.length > 0 && (
        <SelectField
          name="domainId"
          label={words.registered}
          choices={free.map(({ id, unicodeHostname }) => ({ value: id, label: unicodeHostname }))}
        />
      )}
      <ServiceField services={environment.services} />
      <details>
        <summary className="cursor-pointer text-sm font-medium">{words.more}</summary>
        <div className="mt-4 flex flex-col gap-4">
          <MoreSettings settings={null} />
        </div>
      </details>
    </Form>
  )
}
