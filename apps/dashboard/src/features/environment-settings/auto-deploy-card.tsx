import type { AutoDeploy, AutoDeployRequest } from '@longshore/sdk'
import { getAutoDeploy, getEnvironment, setAutoDeploy } from '@longshore/sdk/operations'
import { AutoDeployRequest as AutoSchema } from '@longshore/sdk/schemas'
import { useAction } from '../../api/actions.ts'
import { updateCache, useRead } from '../../api/queries.ts'
import { text } from '../../text/text.ts'
import { ActionMenu } from '../../ui/action-menu.tsx'
import { Card } from '../../ui/card.tsx'
import { CheckboxField, TextAreaField } from '../../ui/form/fields.tsx'
import { Form, useApiForm } from '../../ui/form/form.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { toast } from '../../ui/toasts.tsx'
import { WebhookState } from './webhook-state.tsx'

interface Values {
  enabled: boolean
  requireChecks: boolean
  polling: boolean
  watchPaths: string
}

export function AutoDeployCard({ id }: { id: string }) {
  const query = useRead(getAutoDeploy, { id })
  const words = text.environmentSettings.auto
  return (
    <Card
      title={words.title}
      actions={
        <ActionMenu
          label={words.title}
          actions={[
            { label: words.enabled, call: { operation: setAutoDeploy, parameters: { id, body: { enabled: true } } } },
          ]}
        />
      }
    >
      <QueryView query={query}>
        {(auto) => (
          <div className="grid gap-6 lg:grid-cols-2">
            <AutoForm auto={auto} />
            <WebhookState auto={auto} />
          </div>
        )}
      </QueryView>
    </Card>
  )
}

function AutoForm({ auto }: { auto: AutoDeploy }) {
  const words = text.environmentSettings
  const id = auto.environmentId
  const save = useAction(setAutoDeploy, {
    refreshes: [getEnvironment],
    onDone: (answer) => updateCache(getAutoDeploy, { id }, answer),
  })
  const toBody = ({ watchPaths, ...rest }: Values): AutoDeployRequest => ({
    ...rest,
    watchPaths: watchPaths
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  })
  const form = useApiForm<Values>({
    schema: AutoSchema,
    defaults: {
      enabled: auto.enabled,
      requireChecks: auto.requireChecks,
      polling: auto.polling,
      watchPaths: auto.watchPaths.join('\n'),
    },
    toBody,
    async submit(values) {
      await save.must({ id, body: toBody(values) })
      toast(words.saved)
    },
  })
  return (
    <Form form={form} action={words.save} needs={setAutoDeploy}>
      <CheckboxField name="enabled" label={words.auto.enabled} />
      <CheckboxField name="requireChecks" label={words.auto.requireChecks} help={words.auto.requireChecksHelp} />
      <CheckboxField name="polling" label={words.auto.polling} help={words.auto.pollingHelp} />
      <TextAreaField
        name="watchPaths"
        label={words.auto.watchPaths}
        help={words.auto.watchPathsHelp}
        rows={3}
        isOptional
        isCode
      />
    </Form>
  )
}
