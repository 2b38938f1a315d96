/** Values of a template's inputs: checked by kind, generated where the person sent none. */
import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import type { InputGenerator, TemplateInput } from '@longshore/analyzer/template'
import { AppError, type FieldError } from '../../platform/errors/app-error.ts'
import { platformProblems } from '../../platform/errors/platform-problems.ts'
import type { InputValues } from './deploy-template.schemas.ts'
import { faultOfValue } from './input-values.policy.ts'

export interface InputVariable {
  key: string
  value: string
  secret: boolean
  sealed: boolean
  scope: 'reference' | 'runtime'
  service: null
}

/** Throws `validation_failed` for every missing, unknown, or invalid value. `known`: keys that already have a value. */
export function resolveInputs(
  inputs: readonly TemplateInput[],
  given: InputValues,
  known: ReadonlySet<string> = new Set(),
): InputVariable[] {
  const names = new Set(inputs.map(({ key }) => key))
  const errors: FieldError[] = Object.keys(given)
    .filter((key) => !names.has(key))
    .map((key) => ({ pointer: `/inputs/${key}`, code: 'unknown_field', message: "isn't an input of the template" }))
  const variables = inputs.flatMap((input): InputVariable[] => {
    const { key, label } = input
    // An empty field of a form means the same as one that was left out.
    const sent = given[key] === '' ? undefined : given[key]
    if (sent === undefined && known.has(key)) return []
    const value =
      sent ?? (input.generate === null ? input.default : generate(input.generate)) ?? (input.required ? null : '')
    if (value === null || (value === '' && input.required)) {
      errors.push({ pointer: `/inputs/${key}`, code: 'required', message: `(${label}) is required` })
      return []
    }
    const fault = value === '' ? undefined : faultOfValue(input, value)
    if (fault !== undefined) errors.push({ pointer: `/inputs/${key}`, code: 'invalid', message: `(${label}) ${fault}` })
    return [toInputVariable(input, value)]
  })
  if (errors.length > 0) throw new AppError(platformProblems.validation_failed, undefined, { errors })
  return variables
}

function toInputVariable({ key, kind, generate: generator }: TemplateInput, value: string): InputVariable {
  return {
    key,
    value,
    secret: kind === 'secret' || generator !== null,
    sealed: false,
    scope: 'reference',
    service: null,
  }
}

const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789'

function generate(generator: InputGenerator): string {
  if (generator === 'password')
    return Array.from({ length: 24 }, () => letters.charAt(randomInt(letters.length))).join('')
  if (generator === 'hex32') return randomBytes(16).toString('hex')
  if (generator === 'hex64') return randomBytes(32).toString('hex')
  if (generator === 'base64-32') return randomBytes(32).toString('base64')
  return randomUUID()
}
