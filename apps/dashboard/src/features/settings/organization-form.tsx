import { createOrganization } from '@longshore/sdk/operations'
import { CreateOrganizationRequest as NameSchema } from '@longshore/sdk/schemas'
import { useNavigate } from '@tanstack/react-router'
import { useAction } from '../../api/actions.ts'
import { chooseOrganization } from '../../api/organization.ts'
import { refreshUser } from '../../api/session.ts'
import { paths } from '../../navigation/paths.ts'
import { text } from '../../text/text.ts'
import { TextField } from '../../ui/form/fields.tsx'
import { Form, useApiForm } from '../../ui/form/form.tsx'
import { toast } from '../../ui/toasts.tsx'

const words = text.settings.create

/** Creates an organization and switches to it. */
export function OrganizationForm({ onClose }: { onClose?: () => void }) {
  const navigate = useNavigate()
  const create = useAction(createOrganization)
  const form = useApiForm<{ name: string }>({
    schema: NameSchema,
    defaults: { name: '' },
    async submit(body) {
      const { id, name } = await create.must({ body })
      await refreshUser()
      chooseOrganization(id)
      toast(words.created(name))
      await navigate({ to: paths.team() })
    },
  })
  return (
    <Form form={form} action={words.action} {...(onClose === undefined ? {} : { onCancel: onClose })}>
      <TextField name="name" label={text.settings.general.name} hasFocus />
    </Form>
  )
}
