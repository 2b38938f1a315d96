/**
 * Writes JSON schemas of request bodies, for forms. Each refers to the others as constants, so one import includes what
 * it needs.
 */
import { type Document, mentions, nameOf } from './document.ts'
import { fieldName } from './type-text.ts'

export function schemasText(document: Document): string {
  const texts = inOrder(document).map(
    (name) => `export const ${name}: JsonSchema = ${valueText(document.schemas.get(name))}\n`,
  )
  return `import type { JsonSchema } from './json-schema.ts'\n\n${texts.join('\n')}`
}

/** Referenced schemas come first. */
function inOrder({ requestNames, schemas }: Document): string[] {
  const done: string[] = []
  const visit = (name: string, above: readonly string[]) => {
    if (above.includes(name)) throw new Error(`${name} contains itself`)
    if (done.includes(name)) return
    for (const each of mentions(schemas.get(name)).sort()) visit(each, [...above, name])
    done.push(name)
  }
  for (const name of [...requestNames].sort()) visit(name, [])
  return done
}

function valueText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(valueText).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const entries = Object.entries(value)
  const reference = entries.find(([key]) => key === '$ref')?.[1]
  if (typeof reference === 'string') {
    const others = entries.filter(([key]) => key !== '$ref')
    const rest = others.map(([key, each]) => `, ${fieldName(key)}: ${valueText(each)}`).join('')
    return rest === '' ? nameOf(reference) : `{ ...${nameOf(reference)}${rest} }`
  }
  return entries.length === 0
    ? '{}'
    : `{ ${entries.map(([key, each]) => `${fieldName(key)}: ${valueText(each)}`).join(', ')} }`
}
