import type { Organization, Quotas } from '@longshore/sdk'
import { getOrganization, updateOrganization } from '@longshore/sdk/operations'
import { UpdateOrganizationRequest as UpdateSchema } from '@longshore/sdk/schemas'
import { useAction } from '../../api/actions.ts'
import { useCan } from '../../api/use-can.ts'
import { text } from '../../text/text.ts'
import { Card } from '../../ui/card.tsx'
import { Facts } from '../../ui/facts.tsx'
import { NumberField } from '../../ui/form/fields.tsx'
import { Form, useApiForm } from '../../ui/form/form.tsx'
import { formatNumber } from '../../ui/format.ts'
import { toast } from '../../ui/toasts.tsx'
import { quotaNames } from './quota-names.ts'

const words = text.settings.quotas

export function QuotasCard({ organization }: { organization: Organization }) {
  const can = useCan()
  return (
    <Card title={words.title} note={words.note}>
      {can('quotas:write') ? (
        <QuotasForm organization={organization} />
      ) : (
        <Facts
          facts={quotaNames.map((name) => ({
            name: words.names[name],
            value: formatNumber(organization.quotas[name] ?? 0),
          }))}
        />
      )}
    </Card>
  )
}

function QuotasForm({ organization: { id, version, quotas } }: { organization: Organization }) {
  const update = useAction(updateOrganization, { refreshes: [getOrganization] })
  const form = useApiForm<{ quotas: Quotas }>({
    schema: UpdateSchema,
    defaults: { quotas },
    toBody: (values) => values,
    async submit(body) {
      await update.must({ id, body }, { ifMatch: version })
      toast(words.saved)
    },
  })
  return (
    <Form form={form} action={words.action}>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        {quotaNames.map((name) => (
          <NumberField key={name} name={`quotas.${name}`} label={words.names[name]} />
        ))}
      </div>
    </Form>
  )
}
