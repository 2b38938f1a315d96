/** Reference page and editor schema of the instance file. */
import { coveredOperations, excludedOperations } from '../../apps/cli/src/instance-file/coverage-table.ts'
import { instanceFileSchema } from '../../apps/cli/src/instance-file/schema.ts'
import type { JsonSchema } from '../../packages/sdk/src/json-schema.ts'

export function instanceFileJsonSchema(): string {
  const head = { $schema: 'https://json-schema.org/draft/2020-12/schema', title: 'Longshore instance file' }
  return `${JSON.stringify({ ...head, ...instanceFileSchema }, null, 2)}\n`
}

export function instanceFilePage(): string {
  const sections = Object.entries(instanceFileSchema.properties ?? {})
  const project = itemOf('projects')
  const environment = project.properties?.environments?.items ?? {}
  return `# Instance file

\`longshore export\` writes this file, and \`longshore apply\` applies it:
[Describe an instance with a file](../guides/instance-file.md). Editors can check it with
[the JSON schema](instance-file.schema.json). A secret is \`{ fromEnvironment: NAME }\`.

## Top level

${tableOf(instanceFileSchema)}
${sections
  .filter(([name]) => name !== 'projects')
  .map(([name, schema]) => sectionOf(name, schema))
  .join('')}## Entries of \`projects\`

${tableOf(project)}
## Entries of \`environments\`

${tableOf(environment)}
${['variables', 'domains'].map((name) => `## Entries of \`${name}\` of an environment\n\n${tableOf(environment.properties?.[name]?.items ?? {})}\n`).join('')}## \`backups\` of an environment

${tableOf(environment.properties?.backups ?? {})}
## Properties that a file doesn't have

| request | property | reason |
|---|---|---|
${excludedRows().join('\n')}
`
}

function excludedRows(): string[] {
  const properties = Object.entries(coveredOperations).flatMap(([operation, { excluded = {} }]) =>
    Object.entries(excluded).map(([property, reason]) => `| \`${operation}\` | \`${property}\` | ${reason} |`),
  )
  return [
    ...properties,
    ...Object.entries(excludedOperations).map(([name, reason]) => `| \`${name}\` | all | ${reason} |`),
  ]
}

function sectionOf(name: string, schema: JsonSchema): string {
  const { items } = schema
  if (items === undefined) return schema.properties === undefined ? '' : `## \`${name}\`\n\n${tableOf(schema)}\n`
  const alternatives = items.oneOf ?? [items]
  return alternatives
    .filter((each) => each.properties !== undefined)
    .map((each) => `## Entries of \`${name}\`${kindOf(each)}\n\n${tableOf(each)}\n`)
    .join('')
}

/** The value by which alternatives differ. */
function kindOf({ properties = {} }: JsonSchema): string {
  const value = properties.kind?.const ?? properties.type?.const
  return value === undefined ? '' : `: \`${String(value)}\``
}

function itemOf(name: string): JsonSchema {
  return instanceFileSchema.properties?.[name]?.items ?? {}
}

function tableOf({ properties = {}, required = [] }: JsonSchema): string {
  const rows = Object.entries(properties).map(([key, value]) => {
    const description = (value.description ?? '').replaceAll('|', '\\|').replaceAll('\n', ' ')
    return `| \`${key}\` | ${typeOf(value)} | ${required.includes(key) ? 'yes' : ''} | ${description} |`
  })
  return `| key | type | required | meaning |\n|---|---|---|---|\n${rows.join('\n')}\n`
}

function typeOf(schema: JsonSchema): string {
  if (schema.properties?.fromEnvironment !== undefined) return 'secret'
  if (schema.const !== undefined) return `\`${String(schema.const)}\``
  const alternatives = schema.anyOf ?? schema.oneOf
  if (alternatives !== undefined) return [...new Set(alternatives.map(typeOf))].join(' or ')
  if (schema.items !== undefined) return `list of ${typeOf(schema.items)}`
  return String(schema.type ?? 'any')
}
