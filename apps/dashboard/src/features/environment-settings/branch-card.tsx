import type { ChangeBranchRequest, Environment } from '@longshore/sdk'
import { changeBranch, getEnvironment } from '@longshore/sdk/operations'
import { ChangeBranchRequest as BranchSchema } from '@longshore/sdk/schemas'
import { useAction } from '../../api/actions.ts'
import { text } from '../../text/text.ts'
import { Card } from '../../ui/card.tsx'
import { TextField } from '../../ui/form/fields.tsx'
import { Form, useApiForm } from '../../ui/form/form.tsx'
import { toast } from '../../ui/toasts.tsx'

export function BranchCard({ environment }: { environment: Environment }) {
  const words = text.environmentSettings
  const change = useAction(changeBranch, { refreshes: [getEnvironment] })
  const form = useApiForm<ChangeBranchRequest>({
    schema: BranchSchema,
    defaults: { branch: environment.branch ?? '' },
    async submit(body) {
      await change.must({ id: environment.id, body })
      toast(words.branch.saved)
    },
  })
  return (
    <Card title={words.branch.title} note={words.branch.note}>
      <Form form={form} action={words.save} needs={changeBranch}>
        <TextField name="branch" label={words.branch.label} isCode />
      </Form>
    </Card>
  )
}
