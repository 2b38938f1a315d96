/** Where the value of an input goes. Pure. */
import type { Report } from '@longshore/analyzer/report'

interface Scoped {
  readonly key: string
  readonly scope: 'reference' | 'runtime'
}

/**
 * A container that reads an input under its own name, as in `TOKEN: ${TOKEN}`, gets it as a variable. All other inputs are
 * only parts of other values, so no container gets them. An input whose name got another value is left out: Longshore's
 * database has its own password, as `DB_PASSWORD: ${DB_PASSWORD}` of the file has to.
 */
export function withScopes<Input extends Scoped>(inputs: readonly Input[], { variables }: Report): Input[] {
  const read = new Set(variables.filter(({ scope }) => scope !== 'reference').map(({ key }) => key))
  const replaced = new Set(
    variables
      .filter(({ key, template }) => template !== null && !template.includes(`\${${key}}`))
      .map(({ key }) => key),
  )
  return inputs
    .filter(({ key }) => !replaced.has(key))
    .map((input) => ({ ...input, scope: read.has(input.key) ? 'runtime' : 'reference' }))
}
