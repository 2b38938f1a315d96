import { listDomains, registerDomain } from '@longshore/sdk/operations'
import { CreateDomainRequest } from '@longshore/sdk/schemas'
import { useNavigate } from '@tanstack/react-router'
import { useAction } from '../../api/actions.ts'
import { paths } from '../../navigation/paths.ts'
import { text } from '../../text/text.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/form/fields.tsx'
import { Form, useApiForm } from '../../ui/form/form.tsx'

export function AddDomain({ isOpen, onClose }: { isOpen: boolean; onClose(): void }) {
  return (
    <Dialog title={text.domains.add} isOpen={isOpen} onClose={onClose}>
      <AddDomainForm onClose={onClose} />
    </Dialog>
  )
}

/** Opens the page of the new domain, which lists the DNS records to create. */
function AddDomainForm({ onClose }: { onClose(): void }) {
  const domains = text.domains
  const navigate = useNavigate()
  const register = useAction(registerDomain, {
    refreshes: [listDomains],
    onDone: async ({ id }) => await navigate({ to: paths.domain(id) }),
  })
  const form = useApiForm<{ hostname: string }>({
    schema: CreateDomainRequest,
    defaults: { hostname: '' },
    submit: async ({ hostname }) => await register.must({ body: { hostname: hostname.trim() } }),
  })
  return (
    <Form form={form} action={domains.addAction} onCancel={onClose}>
      <TextField
        name="hostname"
        label={domains.hostname}
        help={domains.hostnameHelp}
        placeholder="app.example.com"
        isCode
        hasFocus
      />
    </Form>
  )
}
