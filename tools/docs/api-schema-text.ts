/** Renders schemas as Markdown: the type of a field in a cell, the fields of an object as a table. */
import { nameOf, type Schema } from '../sdk/document.ts'

/** URL of the schema page, relative to the page that mentions one. */
export type ShapeLink = (name: string) => string

export function typeText(schema: Schema, link: ShapeLink): string {
  if (schema.$ref !== undefined) return link(nameOf(schema.$ref))
  if (schema.const !== undefined) return code(schema.const)
  if (schema.enum !== undefined) return schema.enum.map(code).join(', ')
  const parts = schema.anyOf ?? schema.oneOf
  if (parts !== undefined) return unique(parts.map((each) => typeText(each, link))).join(' or ')
  if (schema.allOf !== undefined) return unique(schema.allOf.map((each) => typeText(each, link))).join(' and ')
  const types = Array.isArray(schema.type) ? schema.type : [schema.type ?? 'anything']
  return types.map((type) => oneType(type, schema, link)).join(' or ')
}

export function fieldTable(schema: Schema, link: ShapeLink): string {
  const fields = flatten(schema, '')
  if (fields.length === 0) return ''
  const rows = fields.map(({ path, each, isRequired }) => {
    const meaning = [each.description ?? '', limits(each)].filter((text) => text !== '').join(' ')
    return `| \`${path}\`${isRequired ? ' \\*' : ''} | ${cell(typeText(each, link))} | ${cell(meaning)} |`
  })
  return `| field | type | |\n|---|---|---|\n${rows.join('\n')}\n`
}

export function cell(text: string): string {
  return text.replaceAll('\n', ' ').replaceAll('|', '\\|')
}

interface Field {
  path: string
  each: Schema
  isRequired: boolean
}

/** Fields of unnamed objects are listed under their parent. */
function flatten(schema: Schema, before: string): Field[] {
  const { properties = {}, required = [] } = schema
  return Object.entries(properties).flatMap(([name, each]) => {
    const path = before + name
    const isList = each.type === 'array'
    const inner = isList ? each.items : each
    const nested = inner?.properties === undefined ? [] : flatten(inner, `${path}${isList ? '[]' : ''}.`)
    return [{ path, each, isRequired: required.includes(name) }, ...nested]
  })
}

function oneType(type: string, schema: Schema, link: ShapeLink): string {
  if (type === 'array') return schema.items === undefined ? 'list' : `list of ${typeText(schema.items, link)}`
  if (type === 'object' && typeof schema.additionalProperties === 'object')
    return `object of ${typeText(schema.additionalProperties, link)}`
  if (type === 'string' && schema.format === 'date-time') return 'time'
  return type
}

function limits(schema: Schema): string {
  const { minimum, maximum, minLength, maxLength, maxItems, default: fallback } = schema
  return [
    range(minimum, maximum, ''),
    range(typeof minLength === 'number' && minLength > 1 ? minLength : undefined, maxLength, ' characters'),
    range(undefined, maxItems, ' entries'),
    fallback === undefined ? '' : `Default: ${code(fallback)}.`,
  ]
    .filter((text) => text !== '')
    .join(' ')
}

function range(low: unknown, high: unknown, unit: string): string {
  // The largest integer only says that it is a number.
  const top = typeof high === 'number' && high < Number.MAX_SAFE_INTEGER ? high : undefined
  const bottom = typeof low === 'number' && low > Number.MIN_SAFE_INTEGER ? low : undefined
  if (bottom !== undefined && top !== undefined) return `${bottom} to ${top}${unit}.`
  if (top !== undefined) return `At most ${top}${unit}.`
  return bottom === undefined ? '' : `At least ${bottom}${unit}.`
}

function code(value: unknown): string {
  return `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``
}

function unique(texts: readonly string[]): string[] {
  return [...new Set(texts)]
}
