/** The page with the apps of the catalog, from their templates. */
import {
  type BuiltInTemplate,
  loadBuiltInTemplates,
} from '../../apps/server/src/modules/catalog/built-in-templates.query.ts'
import { parseYaml } from '../../packages/analyzer/src/documents.ts'
import { templateCategories } from '../../packages/analyzer/src/template/template.schemas.ts'

export function catalogPage(): string {
  const templates = loadBuiltInTemplates()
  const found = templates.list({}).flatMap(({ name }) => templates.find(name) ?? [])
  const groups = templateCategories.flatMap((category) => {
    const rows = found.filter(({ template }) => template.category === category).map(rowOf)
    return rows.length === 0 ? [] : [`## ${titleOf(category)}\n\n${head}\n${rows.join('\n')}\n`]
  })
  return `# Apps in the catalog

[Deploy from the catalog](../guides/catalog.md) shows how to deploy and update them. Everything in the column _backed up_ is backed up
daily from the start, with a restore test. _Memory_ is what all services together need to run well. _Updates_ shows whether an update
restarts the app. _Tested_ is the version that Longshore's tests ran, and where the program came from. The tests haven't run an
_unverified_ app yet.

${groups.join('\n')}`
}

const head = '| app | version | services | backed up | memory | updates | tested |\n|---|---|---|---|---|---|---|'

function rowOf({ name, template, compose }: BuiltInTemplate): string {
  const { title, summary, version, data, minimumMemoryMb, updates, tested, links } = template
  const cells = [
    `[${title}](${links.website}) (\`${name}\`): ${summary}`,
    version,
    serviceNames(compose)
      .map((service) => `\`${service}\``)
      .join(', '),
    data.map((each) => `${each.name}: ${each.holds}`).join('; ') || 'no data',
    `${minimumMemoryMb} MiB`,
    updates === 'restart' ? 'restart' : 'zero downtime',
    tested === null ? 'unverified' : `${tested.version} on ${tested.on} (${tested.from})`,
  ]
  return `| ${cells.map(escapeCell).join(' | ')} |`
}

function serviceNames(compose: string): string[] {
  const services: unknown = Reflect.get(Object(parseYaml(compose).value), 'services')
  return Object.keys(Object(services))
}

function titleOf(category: string): string {
  return category === 'ai' ? 'AI' : `${category.charAt(0).toUpperCase()}${category.slice(1)}`
}

/** Angle brackets would be markup, and bars would be cells. */
function escapeCell(text: string): string {
  return text.replaceAll('<', '&lt;').replaceAll('|', '\\|')
}
