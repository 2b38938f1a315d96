import { createOrganization } from '@longshore/sdk/operations'
import { CreateOrganizationRequest as NameSchema } from '@longshore/sdk/schemas'
import { useNavigate } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useAction } from '../../api/actions.ts'
import { chooseOrganization } from '../../api/organization.ts'
import { refreshUser } from '../../api/session.ts'
import { paths } from '../../navigation/paths.ts'
import { text } from '../../text/text.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/form/fields.tsx'
import { Form, useApiForm } from '../../ui/form/form.tsx'
import { toast } from '../../ui/toasts.tsx'

const words = text.settings.create

export function NewOrganization() {
  const [isOpen, setOpen] = useState(false)
  const button = (
    <Button icon={<Plus aria-hidden size={15} />} onClick={() => setOpen(true)}>
      {words.open}
    </Button>
  )
  return (
    <>
      <Card title={words.title} note={words.note} actions={button} />
      <Dialog title={words.title} note={words.note} isOpen={isOpen} onClose={() => setOpen(false)}>
        <CreateForm onClose={() => setOpen(false)} />
      </Dialog>
    </>
  )
}

function CreateForm({ onClose }: { onClose(): void }) {
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
    <Form form={form} action={words.action} onCancel={onClose}>
      <TextField name="name" label={text.settings.general.name} hasFocus />
    </Form>
  )
}
