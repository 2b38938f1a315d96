/** Values of a template's inputs in a form. */
import type { TemplateInput } from '@longshore/sdk'
import { generateValue } from './generate-value.ts'

export function firstInputs(inputs: readonly TemplateInput[]): Record<string, string> {
  return Object.fromEntries(inputs.map((input) => [input.key, firstValue(input)]))
}

/** An empty field means the template's own choice: a default, a generated value, or none. */
export function sentInputs(values: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))
}

function firstValue({ generate, default: given }: TemplateInput): string {
  return generate === null ? (given ?? '') : generateValue(generate)
}
