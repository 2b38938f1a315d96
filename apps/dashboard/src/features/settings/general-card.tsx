import type { Organization } from '@longshore/sdk'
import { getOrganization, updateOrganization } from '@longshore/sdk/operations'
import { CreateOrganizationRequest as NameSchema } from '@longshore/sdk/schemas'
import { useAction } from '../../api/actions.ts'
import { refreshUser } from '../../api/session.ts'
import { text } from '../../text/text.ts'
import { Card } from '../../ui/card.tsx'
import { CopyIcon } from '../../ui/copy.tsx'
import { Facts } from '../../ui/facts.tsx'
import { TextField } from '../../ui/form/fields.tsx'
import { Form, useApiForm } from '../../ui/form/form.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { toast } from '../../ui/toasts.tsx'

const words = text.settings.general

export function GeneralCard({ organization }: { organization: Organization }) {
  const { id, role, createdAt } = organization
  return (
    <Card title={words.title}>
      <div className="flex flex-col gap-4">
        <NameForm organization={organization} />
        <Facts
          facts={[
            { name: words.role, value: text.team.roles[role] },
            { name: words.created, value: <RelativeTime at={createdAt} /> },
            {
              name: words.id,
              value: (
                <span className="flex items-center gap-1">
                  <code className="truncate">{id}</code>
                  <CopyIcon value={id} label={text.common.copy} />
                </span>
              ),
            },
          ]}
        />
      </div>
    </Card>
  )
}

function NameForm({ organization: { id, name, version } }: { organization: Organization }) {
  const update = useAction(updateOrganization, { refreshes: [getOrganization] })
  const form = useApiForm<{ name: string }>({
    schema: NameSchema,
    defaults: { name },
    async submit(body) {
      await update.must({ id, body }, { ifMatch: version })
      await refreshUser()
      toast(words.saved)
    },
  })
  return (
    <Form form={form} action={text.common.save} needs={updateOrganization}>
      <TextField name="name" label={words.name} />
    </Form>
  )
}
