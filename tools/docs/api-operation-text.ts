/** Renders one operation of the API as Markdown: its input, permissions, responses, and a call to copy. */
import type { Parameter, Schema } from '../sdk/document.ts'
import type { ApiOperation, ApiResponse, PlacedOperation } from './api-document.ts'
import { exampleOf } from './api-example.ts'
import { cell, fieldTable, type ShapeLink, typeText } from './api-schema-text.ts'

interface Surroundings {
  schemas: ReadonlyMap<string, Schema>
  link: ShapeLink
}

export function operationText(placed: PlacedOperation, surroundings: Surroundings): string {
  const { method, path, operation } = placed
  return [
    `## ${operation.summary}`,
    `\`${method} ${path}\` · operation \`${operation.operationId}\``,
    operation.description ?? '',
    permissionText(operation['x-longshore-permission']),
    parameterTable(operation.parameters ?? [], surroundings.link),
    bodyText(operation, surroundings),
    responseTable(operation.responses, surroundings.link),
    eventTable(operation.responses, surroundings.link),
    `\`\`\`sh\n${curlOf(placed, surroundings.schemas)}\n\`\`\``,
  ]
    .filter((text) => text !== '')
    .join('\n\n')
    .concat('\n')
}

/** The example body; undefined if it takes none, or bytes. */
export function exampleBody(operation: ApiOperation, schemas: ReadonlyMap<string, Schema>): unknown {
  const schema = operation.requestBody?.content['application/json']?.schema
  return schema === undefined || operation['x-longshore-raw-body'] === true ? undefined : exampleOf(schema, schemas)
}

function permissionText(permission: string): string {
  if (permission === 'public') return 'No sign-in needed.'
  if (permission === 'self') return 'Everyone who is signed in can call it, for their own account.'
  return `Permission: \`${permission}\` ([roles that have it](../permissions.md)).`
}

function parameterTable(parameters: readonly Parameter[], link: ShapeLink): string {
  // Every operation takes this one; the overview mentions it once.
  const own = parameters.filter((each) => each.name !== 'Longshore-Organization')
  if (own.length === 0) return ''
  const rows = own.map((each) => {
    const said = each.description ?? each.schema.description ?? ''
    const fallback = each.schema.default === undefined ? '' : ` Default: \`${String(each.schema.default)}\`.`
    return `| \`${each.name}\`${each.required ? ' \\*' : ''} | ${each.in} | ${cell(typeText(each.schema, link))} | ${cell(said + fallback)} |`
  })
  return `| parameter | in | type | |\n|---|---|---|---|\n${rows.join('\n')}`
}

function bodyText(operation: ApiOperation, { schemas, link }: Surroundings): string {
  if (operation.requestBody === undefined) return ''
  const types = Object.keys(operation.requestBody.content)
  const schema = operation.requestBody.content['application/json']?.schema
  if (operation['x-longshore-raw-body'] === true || schema === undefined)
    return `**Body**: bytes, as ${types.map((each) => `\`${each}\``).join(', ')}.`
  const named = schema.$ref === undefined ? '' : `: ${typeText(schema, link)}`
  const resolved =
    schema.$ref === undefined ? schema : (schemas.get(schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)) ?? {})
  const table = fieldTable(resolved, link)
  return table === ''
    ? `**Body**${named === '' ? `: ${typeText(schema, link)}` : named}`
    : `**Body**${named}\n\n${table}`
}

function responseTable(responses: Readonly<Record<string, ApiResponse>>, link: ShapeLink): string {
  const good = Object.entries(responses).filter(([status]) => status.startsWith('2') || status.startsWith('3'))
  const bad = Object.keys(responses).filter((status) => !(status.startsWith('2') || status.startsWith('3')))
  const rows = good.map(([status, { description, content = {} }]) => {
    const shapes = Object.entries(content).map(([type, { schema }]) =>
      type === 'application/json' && schema !== undefined ? responseType(schema, link) : `\`${type}\``,
    )
    return `| ${status} | ${cell([description.replace(/\.$/, ''), ...shapes].join(': '))} |`
  })
  const problems = bad.length === 0 ? [] : [`| ${bad.join(', ')} | [a problem](../problems.md) |`]
  return `| response | |\n|---|---|\n${[...rows, ...problems].join('\n')}`
}

/** A list has no name: its fields say more than "object". */
function responseType(schema: Schema, link: ShapeLink): string {
  const fields = Object.entries(schema.properties ?? {})
  if (fields.length === 0) return typeText(schema, link)
  return fields.map(([name, each]) => `\`${name}\` (${typeText(each, link)})`).join(', ')
}

function eventTable(responses: Readonly<Record<string, ApiResponse>>, link: ShapeLink): string {
  const events = Object.values(responses).flatMap(({ content = {} }) =>
    Object.entries(content['text/event-stream']?.['x-longshore-events'] ?? {}),
  )
  if (events.length === 0) return ''
  const rows = events.map(([name, schema]) => `| \`${name}\` | ${cell(typeText(schema, link))} |`)
  return `| event | data |\n|---|---|\n${rows.join('\n')}`
}

function curlOf({ method, path, operation }: PlacedOperation, schemas: ReadonlyMap<string, Schema>): string {
  const values = new Map(
    (operation.parameters ?? [])
      .filter((each) => each.in === 'path')
      .map((each) => [each.name, pathValue(each, schemas)]),
  )
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values.get(name) ?? '…')
  const isStream = Object.values(operation.responses).some(({ content = {} }) => 'text/event-stream' in content)
  const args = [
    isStream ? 'curl -N' : 'curl',
    ...(method === 'GET' ? [] : [`-X ${method}`]),
    `"$LONGSHORE_URL${filled}"`,
  ]
  if (operation['x-longshore-permission'] !== 'public') args.push('-H "authorization: Bearer $LONGSHORE_TOKEN"')
  const body = exampleBody(operation, schemas)
  if (body !== undefined) {
    const text = JSON.stringify(body, null, 2).replaceAll("'", "'\\''")
    args.push("-H 'content-type: application/json'", `-d '${text}'`)
  }
  return args.join(' ')
}

function pathValue(parameter: Parameter, schemas: ReadonlyMap<string, Schema>): string {
  return encodeURIComponent(String(exampleOf(parameter.schema, schemas)))
}
