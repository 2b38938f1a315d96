/** Templates that come with this release, from the folder `catalog/`. Reads each file once at the start of the process. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parseTemplate } from '@longshore/analyzer/parse-template'
import { maxTemplateBytes, type Template } from '@longshore/analyzer/template'
import type { TemplateSummary, TemplatesQuery } from './catalog.schemas.ts'
import { revisionOf } from './template-revision.crypto.ts'

export interface BuiltInTemplate {
  name: string
  revision: string
  template: Template
  compose: string
}

export interface BuiltInTemplates {
  list(query: TemplatesQuery): TemplateSummary[]
  /** Reads the template's files again, so that only summaries stay in memory. */
  find(name: string): BuiltInTemplate | undefined
}

export const catalogFolder = join(import.meta.dirname, '../../../../../catalog')
const mostTemplates = 500

/** Throws for a broken template, so that a release with one doesn't start. */
export function loadBuiltInTemplates(folder: string = catalogFolder): BuiltInTemplates {
  const names = readdirSync(folder, { withFileTypes: true }).filter((each) => each.isDirectory())
  if (names.length > mostTemplates) throw new Error(`the catalog has more than ${mostTemplates} templates`)
  const summaries = new Map(names.map(({ name }) => [name, toSummary(readTemplate(folder, name))]))
  const sorted = [...summaries.values()].sort((one, other) => one.title.localeCompare(other.title, 'en'))
  return {
    list({ q = '', category }) {
      const wanted = q.trim().toLowerCase()
      return sorted.filter(
        (each) =>
          (category === undefined || each.category === category) &&
          [each.name, each.title, each.summary].some((text) => text.toLowerCase().includes(wanted)),
      )
    },
    find: (name) => (summaries.has(name) ? readTemplate(folder, name) : undefined),
  }
}

function readTemplate(folder: string, name: string): BuiltInTemplate {
  const [description = '', compose = ''] = ['template.yaml', 'compose.yaml'].map((file) => {
    const path = join(folder, name, file)
    if (statSync(path).size > maxTemplateBytes) throw new Error(`${name}/${file} is too large`)
    return readFileSync(path, 'utf8')
  })
  const { template, faults } = parseTemplate(description, compose)
  if (template === null) throw new Error(`the template ${name} is invalid: ${faults.join('; ')}`)
  return { name, revision: revisionOf(description, compose), template, compose }
}

function toSummary({ name, revision, template }: BuiltInTemplate): TemplateSummary {
  const { title, summary, category, icon, version, minimumMemoryMb, tested } = template
  return { name, title, summary, category, icon, version, minimumMemoryMb, tested, revision }
}
