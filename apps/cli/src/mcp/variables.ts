/** Variables in tool arguments. */
import type { JsonSchema, VariableRequest } from '@longshore/sdk'
import { validate } from '@longshore/sdk/validate'

const variable: JsonSchema = {
  type: 'object',
  properties: {
    key: { type: 'string', description: 'Such as LOG_LEVEL.' },
    value: { type: 'string', description: 'Reaches the container byte for byte.' },
    secret: { type: 'boolean', description: 'Default: as before, or what the analysis says, else true.' },
    scope: { type: 'string', enum: ['build', 'runtime', 'both', 'reference'], description: 'When it is there.' },
    service: { type: 'string', description: 'Only for this service; left out: for all.' },
  },
  required: ['key', 'value'],
  additionalProperties: false,
}

/** Limited to what a person reads before confirming. */
export const variablesProperty: JsonSchema = { type: 'array', items: variable, minItems: 1, maxItems: 20 }

const isVariable = (value: unknown): value is VariableRequest => validate(variable, value).length === 0

export function toVariables(list: readonly unknown[]): VariableRequest[] {
  return list.filter(isVariable)
}
