import type { AttachedDomain, Service } from '@longshore/sdk'
import { attachDomain, getEnvironment } from '@longshore/sdk/operations'
import { AttachDomainRequest } from '@longshore/sdk/schemas'
import { useAction } from '../../api/actions.ts'
import { text } from '../../text/text.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Form, useApiForm } from '../../ui/form/form.tsx'
import { toast } from '../../ui/toasts.tsx'
import { type AttachValues, toAttachBody, valuesOf } from './attach-values.ts'
import { MoreSettings, ServiceField } from './settings-fields.tsx'

const { environment: words } = text.domains

export interface DomainSettingsProps {
  environmentId: string
  services: readonly Service[]
  settings: AttachedDomain
  onClose(): void
}

export function DomainSettings({ environmentId, services, settings, onClose }: DomainSettingsProps) {
  const attach = useAction(attachDomain, {
    refreshes: [getEnvironment],
    onDone() {
      toast(words.saved)
      onClose()
    },
  })
  const form = useApiForm<AttachValues>({
    schema: AttachDomainRequest,
    defaults: valuesOf(settings),
    toBody: toAttachBody,
    submit: async (values) => await attach.must({ id: environmentId, body: toAttachBody(values) }),
  })
  return (
    <Dialog title={words.settingsOf(settings.hostname)} isOpen onClose={onClose}>
      <Form form={form} action={text.common.save} onCancel={onClose}>
        <ServiceField services={services} />
        <MoreSettings settings={settings} />
      </Form>
    </Dialog>
  )
}
