/** Confirms or edits one change that can fix a failed deployment, saves it, and deploys again. */
import { type Deployment, type DeploymentRemedy, isProblem, ProblemError } from '@longshore/sdk'
import {
  configureServices, getEnvironment, getServer, listVariables, replaceVariables, updateServer,
} from '@longshore/sdk/operations' // biome-ignore format: a list
import { changeFor, type RemedyChange, suggestedText } from '@longshore/sdk/remedies'
import {UpdateServerRequest as ServerSchema,ServiceRequest as ServiceSchema, 
  ReplacedVariableRequest as VariableSchema, 
} from '@longshore/sdk/schemas' // biome-ignore format: a list
import { useAction } from '../../api/actions.ts'
import { text } from '../../text/text.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { CheckboxField, TextField } from '../../ui/form/fields.tsx'
import { Form, useApiForm } from '../../ui/form/form.tsx'
import { useEnvironment } from '../environments/environment-context.ts'
import { useRedeploy } from './deployment-actions.tsx'

/** The field is named after the property that it changes, so that errors find it. */
type Values = Record<string, unknown>

interface RemedyDialogProps {
  deployment: Deployment
  remedy: DeploymentRemedy
  onClose(): void
}

export function RemedyDialog({ deployment, remedy, onClose }: RemedyDialogProps) {
  const { services } = useEnvironment()
  const apply = useApply(deployment)
  const words = text.deployments.diagnosis
  const name = fieldOf(remedy)
  const change = (values: Values) =>
    changeFor(remedy, { text: read(values, name).trim(), services, secret: values['secret'] === true })
  const form = useApiForm<Values>({
    schema: schemaOf(remedy),
    defaults: {
      ...nest(name, suggestedText(remedy, services)),
      secret: remedy.action === 'set_variable' && remedy.value === null,
    },
    toBody: (values) => bodyOf(change(values)),
    async submit(values) {
      const wanted = change(values)
      if (wanted === undefined) throw new Error(words.serviceGone)
      await apply(wanted).catch((error: unknown) => {
        throw toFieldError(error)
      })
    },
  })
  return (
    <Dialog isOpen title={remedy.label} note={words.note} onClose={onClose}>
      <Form form={form} action={words.apply} onCancel={onClose}>
        <TextField name={name} label={labelOf(remedy)} {...helpOf(remedy)} isCode hasFocus />
        {remedy.action === 'set_variable' && <CheckboxField name="secret" label={text.variables.fields.secret} />}
      </Form>
    </Dialog>
  )
}

/** Saves the change and opens the new deployment. */
function useApply({ id: did, environmentId: id }: Deployment): (change: RemedyChange) => Promise<void> {
  const { version } = useEnvironment()
  const configure = useAction(configureServices, { refreshes: [getEnvironment] })
  const setVariables = useAction(replaceVariables, { refreshes: [listVariables, getEnvironment] })
  const limit = useAction(updateServer, { refreshes: [getServer] })
  const redeploy = useRedeploy({ id })
  return async (change) => {
    if (change.kind === 'services')
      await configure.must({ id, body: { services: change.services } }, { ifMatch: version })
    else if (change.kind === 'variables')
      await setVariables.must({ id, body: { variables: change.variables, keepOthers: true } })
    else await limit.must({ id: change.serverId, body: { build: change.build } })
    await redeploy.must({ id, did })
  }
}

function fieldOf(remedy: DeploymentRemedy): string {
  switch (remedy.action) {
    case 'set_variable':
      return 'value'
    case 'change_port':
      return 'port'
    case 'raise_memory':
      return 'resources.memoryBytes'
    case 'raise_build_memory':
      return 'build.memoryBytes'
    case 'add_database':
      return 'name'
    case 'pin_version':
      return 'source.runtimeVersion'
    case 'change_command':
      return remedy.field === 'command' || remedy.field === 'releaseCommand' ? remedy.field : `source.${remedy.field}`
  }
}

function nest(name: string, value: string): Values {
  const [first = '', ...rest] = name.split('.')
  return { [first]: rest.length === 0 ? value : nest(rest.join('.'), value) }
}

function read(values: unknown, name: string): string {
  const [first = '', ...rest] = name.split('.')
  const found: unknown =
    typeof values === 'object' && values !== null ? new Map(Object.entries(values)).get(first) : undefined
  if (rest.length > 0) return read(found, rest.join('.'))
  return typeof found === 'string' ? found : ''
}

/** The server's pointers name an item of the list. The form has only one item. */
function toFieldError(error: unknown): unknown {
  if (!isProblem(error)) return error
  const errors = error.errors.map((each) => ({ ...each, pointer: each.pointer.replace(/^\/[a-z]+\/\d+/, '') }))
  return new ProblemError({ ...error.body, errors }, { status: error.status })
}

function schemaOf({ action }: DeploymentRemedy) {
  if (action === 'set_variable') return VariableSchema
  return action === 'raise_build_memory' ? ServerSchema : ServiceSchema
}

/** The request body that the schema validates. */
function bodyOf(change: RemedyChange | undefined): object {
  if (change === undefined) return {}
  if (change.kind === 'services') return change.changed
  return change.kind === 'variables' ? (change.variables[0] ?? {}) : { build: change.build }
}

function labelOf(remedy: DeploymentRemedy): string {
  const { fields: words } = text.deployments.diagnosis
  return remedy.action === 'set_variable' ? remedy.key : words[remedy.action]
}

function helpOf(remedy: DeploymentRemedy): { help?: string } {
  return remedy.action === 'set_variable' && remedy.keepsValue ? { help: text.deployments.diagnosis.keepsValue } : {}
}
