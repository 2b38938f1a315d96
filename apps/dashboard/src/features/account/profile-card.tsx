import type { UpdateMeRequest, User } from '@longshore/sdk'
import { getMe, updateMe } from '@longshore/sdk/operations'
import { UpdateMeRequest as UpdateMeSchema } from '@longshore/sdk/schemas'
import { useAction } from '../../api/actions.ts'
import { refreshUser } from '../../api/session.ts'
import { text } from '../../text/text.ts'
import { Card } from '../../ui/card.tsx'
import { Facts } from '../../ui/facts.tsx'
import { TextField } from '../../ui/form/fields.tsx'
import { Form, useApiForm } from '../../ui/form/form.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { toast } from '../../ui/toasts.tsx'

export function ProfileCard({ user }: { user: User }) {
  const words = text.account.profile
  const update = useAction(updateMe, { refreshes: [getMe] })
  const form = useApiForm<UpdateMeRequest>({
    schema: UpdateMeSchema,
    defaults: { name: user.name },
    async submit(body) {
      await update.must({ body }, { ifMatch: user.version })
      await refreshUser()
      toast(words.saved)
    },
  })
  return (
    <Card title={words.title}>
      <div className="flex flex-col gap-4">
        <Facts
          facts={[
            { name: words.email, value: user.email },
            { name: words.since, value: <RelativeTime at={user.createdAt} /> },
          ]}
        />
        <Form form={form} action={text.common.save}>
          <TextField name="name" label={words.name} autoComplete="name" />
        </Form>
      </div>
    </Card>
  )
}
