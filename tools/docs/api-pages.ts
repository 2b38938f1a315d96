/**
 * Writes the API as Markdown pages from openapi.json: an overview of all groups, one page for each group of operations, and
 * one with shared schemas.
 */

import { githubSlug } from '../../docs/.vitepress/markdown/github-slug.ts'
import { type ApiDocument, operationsOf, readApi } from './api-document.ts'
import { operationText } from './api-operation-text.ts'
import { fieldTable, typeText } from './api-schema-text.ts'

export interface ApiPage {
  /** File in docs/reference/api/, without its extension. */
  readonly name: string
  readonly markdown: string
}

export async function createApiPages(): Promise<ApiPage[]> {
  const api = await readApi()
  return [{ name: 'index', markdown: groupList(api) }, ...groupPages(api), schemasPage(api)]
}

function slugOf(tag: string): string {
  return tag.replaceAll(' ', '-')
}

function groupList(api: ApiDocument): string {
  const counts = Map.groupBy(operationsOf(api), ({ operation }) => operation.tags[0])
  const rows = api.tags.map(
    ({ name, description }) => `| [${name}](${slugOf(name)}.md) | ${counts.get(name)?.length ?? 0} | ${description} |`,
  )
  return `# API operations\n\n| group | operations | |\n|---|--:|---|\n${rows.join('\n')}\n\n[All schemas](schemas.md) of request and response bodies. [Authentication, errors, lists, and limits](../api.md).\n`
}

function groupPages(api: ApiDocument): ApiPage[] {
  const schemas = new Map(Object.entries(api.components.schemas))
  return api.tags.map(({ name, description }) => {
    const own = operationsOf(api).filter(({ operation }) => operation.tags[0] === name)
    const texts = own.map((each) => operationText(each, { schemas, link: (schema: string) => schemaLink(schema) }))
    const intro = `${description} Fields with \\* are required. [Authentication, errors, lists, and limits](../api.md).`
    return { name: slugOf(name), markdown: `# API: ${name}\n\n${intro}\n\n${texts.join('\n')}` }
  })
}

function schemaLink(name: string, page = 'schemas.md'): string {
  return `[${name}](${page}#${githubSlug(name)})`
}

function schemasPage(api: ApiDocument): ApiPage {
  const sections = Object.entries(api.components.schemas)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, schema]) => {
      const link = (other: string) => schemaLink(other, '')
      const table = fieldTable(schema, link)
      const description = schema.description === undefined ? '' : `${schema.description}\n\n`
      return `## ${name}\n\n${description}${table === '' ? `${typeText(schema, link)}\n` : table}`
    })
  const intro = 'Objects in request and response bodies. Fields with \\* are always present.'
  return { name: 'schemas', markdown: `# API: schemas\n\n${intro}\n\n${sections.join('\n')}` }
}
