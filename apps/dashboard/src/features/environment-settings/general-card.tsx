import type { Environment } from '@longshore/sdk'
import { getEnvironment, listProjects, listServers, updateEnvironment } from '@longshore/sdk/operations'
import { UpdateEnvironmentRequest as UpdateSchema } from '@longshore/sdk/schemas'
import { useAction } from '../../api/actions.ts'
import { useList } from '../../api/queries.ts'
import { text } from '../../text/text.ts'
import { Card } from '../../ui/card.tsx'
import { CheckboxField, SelectField, TextField } from '../../ui/form/fields.tsx'
import { Form, useApiForm } from '../../ui/form/form.tsx'
import { toast } from '../../ui/toasts.tsx'

interface Values {
  name: string
  buildServerId: string
  generatedHostname: boolean
}

export function GeneralCard({ environment }: { environment: Environment }) {
  const { id, name, buildServerId, generatedHostname, version } = environment
  const words = text.environmentSettings
  const servers = useList(listServers, { limit: 100 })
  const update = useAction(updateEnvironment, { refreshes: [getEnvironment, listProjects] })
  const toBody = (values: Values) => ({ ...values, buildServerId: values.buildServerId || null })
  const form = useApiForm<Values>({
    schema: UpdateSchema,
    defaults: { name, buildServerId: buildServerId ?? '', generatedHostname },
    toBody,
    async submit(values) {
      await update.must({ id, body: toBody(values) }, { ifMatch: version })
      toast(words.saved)
    },
  })
  const choices = [
    { value: '', label: words.general.ownServer },
    ...servers.items.map((server) => ({ value: server.id, label: server.name })),
  ]
  return (
    <Card title={words.general.title}>
      <Form form={form} action={words.save} needs={updateEnvironment}>
        <TextField name="name" label={words.general.name} help={words.general.nameHelp} />
        <SelectField key={choices.length} name="buildServerId" label={words.general.buildServer} choices={choices} />
        <CheckboxField
          name="generatedHostname"
          label={words.general.generatedHostname}
          help={words.general.generatedHostnameHelp}
        />
      </Form>
    </Card>
  )
}
