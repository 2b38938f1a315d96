/** Lists the apps of the catalog. The list is small, so the page filters it itself. */
import type { TemplateSummary } from '@longshore/sdk'
import { listTemplates, previewTemplate } from '@longshore/sdk/operations'
import { Link } from '@tanstack/react-router'
import { LayoutGrid } from 'lucide-react'
import { useState } from 'react'
import { useRead } from '../../api/queries.ts'
import { paths } from '../../navigation/paths.ts'
import { text } from '../../text/text.ts'
import { Allowed } from '../../ui/allowed.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Page } from '../../ui/page.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { Select } from '../../ui/select.tsx'
import { TemplateIcon, TestedStatus } from './template-icon.tsx'

const words = text.catalog

export function CatalogPage() {
  const templates = useRead(listTemplates, {})
  const [typed, setTyped] = useState('')
  const [category, setCategory] = useState('')
  const external = (
    <Allowed to={previewTemplate}>
      <Link to={paths.externalTemplate()} className={buttonClass()}>
        {words.external}
      </Link>
    </Allowed>
  )
  return (
    <Page title={words.title} note={words.note} actions={external}>
      <QueryView query={templates}>
        {({ items }) => (
          <>
            <div className="flex flex-wrap gap-3">
              <SearchBox label={words.search} value={typed} onChange={setTyped} className="w-full sm:w-80" />
              <Select
                label={words.category}
                value={category}
                onChange={setCategory}
                choices={[['', words.allCategories], ...categoriesOf(items)]}
              />
            </div>
            <TemplateCards templates={items.filter((each) => isWanted(each, { typed, category }))} />
          </>
        )}
      </QueryView>
    </Page>
  )
}

function categoriesOf(items: readonly TemplateSummary[]): [string, string][] {
  const used = [...new Set(items.map(({ category }) => category))]
  return used
    .map((category): [string, string] => [category, words.categories[category]])
    .sort((one, other) => one[1].localeCompare(other[1]))
}

function isWanted(
  { name, title, summary, category: own }: TemplateSummary,
  { typed, category }: { typed: string; category: string },
): boolean {
  const wanted = typed.trim().toLowerCase()
  return (
    (category === '' || own === category) && [name, title, summary].some((each) => each.toLowerCase().includes(wanted))
  )
}

function TemplateCards({ templates }: { templates: readonly TemplateSummary[] }) {
  if (templates.length === 0)
    return (
      <Card>
        <EmptyState icon={LayoutGrid} title={words.nothing.title} note={words.nothing.note} />
      </Card>
    )
  return (
    <ul aria-label={words.results} className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3 2xl:grid-cols-4">
      {templates.map((template) => (
        <li key={template.name} className="min-w-0">
          <Link
            to={paths.template(template.name)}
            className="flex h-full gap-3 rounded-lg border border-line bg-surface p-4 shadow-xs hover:border-line-strong"
          >
            <TemplateIcon icon={template.icon} />
            <span className="flex min-w-0 flex-1 flex-col gap-1">
              <span className="flex flex-wrap items-center gap-x-2">
                <span className="font-semibold break-words">{template.title}</span>
                <span className="text-xs text-ink-soft">{template.version}</span>
              </span>
              <span className="flex-1 text-sm break-words text-ink-soft">{template.summary}</span>
              <span>
                <TestedStatus isTested={template.tested !== null} />
              </span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
