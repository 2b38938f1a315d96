/** Tools that change variables, if the token's scopes and the person allow it. */
import type { Variable, VariableRequest } from '@longshore/sdk'
import { addVariables, deleteVariable, listVariables } from '@longshore/sdk/operations'
import { deleteVariables } from '../connection/undo-deletion.ts'
import { CliError } from '../exit-codes.ts'
import { describeEnvironment, describePermissions } from './describe-environment.ts'
import { quote, quoteValue } from './quote.ts'
import { type ChangeTool, environmentProperty } from './tool.ts'
import { undoOfItem } from './trash-tools.ts'
import { toVariables, variablesProperty } from './variables.ts'

const variableNeeds = ['variables:read', 'variables:write', ...describePermissions] as const

export const variableTools: readonly ChangeTool[] = [
  {
    name: 'set_variables',
    kind: 'write',
    description:
      'Adds or replaces variables. They take effect with the next deployment. The user sees the values before confirming. Values of secrets are never shown later, not even to you.',
    needs: variableNeeds,
    operations: [listVariables, addVariables],
    properties: { ...environmentProperty, variables: variablesProperty },
    required: ['variables'],
    async plan(call) {
      const { id, quoted } = await describeEnvironment(call)
      const { items } = await call.client.call(listVariables, { id })
      const variables = toVariables(call.list('variables'))
      const lines = variables.map((each) => describeChange(each, items))
      return {
        question: [`Set variables of ${quoted}, starting with its next deployment:`, ...lines].join('\n'),
        run: () => call.client.call(addVariables, { id, body: { variables } }),
      }
    },
  },
  {
    name: 'remove_variable',
    kind: 'destroy',
    description:
      'Removes a variable; the next deployment runs without it. Its value moves to the trash, and the result says how to restore it.',
    needs: variableNeeds,
    operations: [listVariables, deleteVariable],
    properties: {
      ...environmentProperty,
      key: { type: 'string', description: 'Name of the variable.' },
      service: { type: 'string', description: 'Removes the one of this service. Default: the one of all services.' },
    },
    required: ['key'],
    async plan(call) {
      const { id, quoted, label } = await describeEnvironment(call)
      const [asked = '', askedService] = [call.text('key'), call.text('service')]
      const { items } = await call.client.call(listVariables, { id })
      const found = findVariable(items, asked, askedService)
      if (found === undefined) throw new CliError('notFound', `${label} has no variable “${asked}”.`)
      const { key, service } = found
      return {
        question: `Remove the variable ${quote(key)}${ofService(service)} from ${quoted}. The next deployment runs without it. Its value moves to the trash.`,
        async run() {
          const items = await deleteVariables(call.client, {
            ...{ environmentId: id, keys: [key] },
            run: () => call.client.call(deleteVariable, { id, key, service: service ?? undefined }),
          })
          return { removed: key, undo: undoOfItem(items?.[0]) }
        },
      }
    },
  },
]

function findVariable(items: readonly Variable[], key: string, service: string | undefined): Variable | undefined {
  return items.find((each) => each.key === key && each.service === (service ?? null))
}

/** Includes the value, even of secrets: the assistant already knows it, and the person has to see it. */
function describeChange({ key, value, service, secret, scope }: VariableRequest, items: readonly Variable[]): string {
  const change = findVariable(items, key, service) === undefined ? 'new' : 'replaces the current value'
  const details = [change, ...(secret === true ? ['secret'] : []), ...(scope === undefined ? [] : [`scope ${scope}`])]
  return `• ${quote(key)}${ofService(service ?? null)} = ${quoteValue(value)} (${details.join(', ')})`
}

function ofService(service: string | null): string {
  return service === null ? '' : ` of service ${quote(service)}`
}
