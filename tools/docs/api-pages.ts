/**
 * Renders the API as pages from openapi.json when the site is built: one for each group of operations, and one with
 * shared schemas. docs/reference/api.md, which is written by hand, gets the list of groups.
 */
import { type ApiDocument, operationsOf, readApi } from './api-document.ts'
import { operationText } from './api-operation-text.ts'
import { fieldTable, typeText } from './api-schema-text.ts'
import { anchorOf } from './markdown.ts'
import type { SourcePage } from './source-page.ts'

const overview = 'docs/reference/api.md'
const mark = '<!-- groups -->'

export async function withApiPages(pages: readonly SourcePage[]): Promise<SourcePage[]> {
  const api = await readApi()
  const written = pages.find((page) => page.source === overview)
  if (written?.markdown.includes(mark) !== true) throw new Error(`${overview} has no place for the list of groups`)
  const list = { source: overview, markdown: written.markdown.replace(mark, groupList(api)) }
  return [...pages.filter((page) => page !== written), list, ...groupPages(api), shapesPage(api)]
}

function slugOf(tag: string): string {
  return tag.replaceAll(' ', '-')
}

function groupList(api: ApiDocument): string {
  const counts = Map.groupBy(operationsOf(api), ({ operation }) => operation.tags[0])
  const rows = api.tags.map(
    ({ name, description }) =>
      `| [${name}](api/${slugOf(name)}.md) | ${counts.get(name)?.length ?? 0} | ${description} |`,
  )
  return `| group | operations | |\n|---|--:|---|\n${rows.join('\n')}\n\n[All shapes](api/shapes.md) of bodies and answers.`
}

function groupPages(api: ApiDocument): SourcePage[] {
  const schemas = new Map(Object.entries(api.components.schemas))
  return api.tags.map(({ name, description }) => {
    const own = operationsOf(api).filter(({ operation }) => operation.tags[0] === name)
    const texts = own.map((each) => operationText(each, { schemas, link: (shape: string) => shapeLink(shape) }))
    const title = `API: ${name}`
    const intro = `${description} Fields with \\* are required. [What holds for all of the API](../api.md).`
    return {
      source: `docs/reference/api/${slugOf(name)}.md`,
      markdown: `# ${title}\n\n${intro}\n\n${texts.join('\n')}`,
    }
  })
}

function shapeLink(name: string, page = 'shapes.md'): string {
  return `[${name}](${page}#${anchorOf(name, new Map())})`
}

function shapesPage(api: ApiDocument): SourcePage {
  const sections = Object.entries(api.components.schemas)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, schema]) => {
      const link = (other: string) => shapeLink(other, '')
      const table = fieldTable(schema, link)
      const said = schema.description === undefined ? '' : `${schema.description}\n\n`
      return `## ${name}\n\n${said}${table === '' ? `${typeText(schema, link)}\n` : table}`
    })
  const intro = 'What bodies and answers are made of. Fields with \\* are always there.'
  return { source: 'docs/reference/api/shapes.md', markdown: `# API: shapes\n\n${intro}\n\n${sections.join('\n')}` }
}
