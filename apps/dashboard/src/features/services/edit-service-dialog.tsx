import type { Service } from '@longshore/sdk'
import { toServiceRequest, withService } from '@longshore/sdk/remedies'
import { ServiceRequest as ServiceSchema } from '@longshore/sdk/schemas'
import { text } from '../../text/text.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Form, useApiForm } from '../../ui/form/form.tsx'
import { Note } from '../../ui/note.tsx'
import { toast } from '../../ui/toasts.tsx'
import { useEnvironment } from '../environments/environment-context.ts'
import { findServiceFaults } from './service-faults.ts'
import { ServiceFields } from './service-fields.tsx'
import { newService, type ServiceValues, toBody, toValues } from './service-values.ts'
import { toServiceError, useConfigure } from './use-configure.ts'

export function EditServiceDialog({ service, onClose }: { service: Service | undefined; onClose(): void }) {
  const environment = useEnvironment()
  const configure = useConfigure(environment)
  const words = text.services
  const form = useApiForm<ServiceValues>({
    schema: ServiceSchema,
    defaults: toValues(service === undefined ? newService() : toServiceRequest(service)),
    toBody,
    findFaults: findServiceFaults,
    async submit(values) {
      const services = withService(environment.services, toBody(values), service?.name)
      const index =
        service === undefined ? services.length - 1 : environment.services.findIndex(({ id }) => id === service.id)
      try {
        await configure.save(services)
      } catch (error) {
        throw toServiceError(error, index)
      }
      toast(words.saved)
      onClose()
    },
  })
  const owned = service?.ownedByFile ?? []
  return (
    <Dialog
      isWide
      isOpen
      title={service === undefined ? words.addTitle : words.editTitle(service.name)}
      onClose={onClose}
    >
      <Form form={form} action={words.save} onCancel={onClose}>
        {owned.length > 0 && (
          <Note tone="info" title={words.ownedTitle}>
            {words.ownedByFile(owned.join(', '))}
          </Note>
        )}
        <ServiceFields
          values={form.form.watch()}
          isNew={service === undefined}
          others={environment.services.filter(({ id }) => id !== service?.id)}
        />
      </Form>
    </Dialog>
  )
}
