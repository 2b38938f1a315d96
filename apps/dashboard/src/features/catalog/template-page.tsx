/** An app of the catalog: what it is, and the form that deploys it. */
import { getTemplate } from '@longshore/sdk/operations'
import { useParams } from '@tanstack/react-router'
import { useRead } from '../../api/queries.ts'
import { paths } from '../../navigation/paths.ts'
import { text } from '../../text/text.ts'
import { Page } from '../../ui/page.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { DeployTemplateForm } from './deploy-template-form.tsx'
import { TemplateAbout } from './template-about.tsx'
import { TestedStatus } from './template-icon.tsx'

const words = text.catalog

export function TemplatePage() {
  const { name } = useParams({ from: '/app/catalog/$name' })
  const template = useRead(getTemplate, { name })
  const crumbs = [{ label: words.title, to: paths.catalog() }]
  return (
    <Page
      title={template.data?.title ?? words.title}
      note={template.data?.summary}
      badge={template.data === undefined ? null : <TestedStatus isTested={template.data.tested !== null} />}
      crumbs={crumbs}
    >
      <QueryView query={template}>
        {(data) => (
          <div className="grid min-w-0 items-start gap-5 xl:grid-cols-2">
            <TemplateAbout template={data} problems={[]} />
            <DeployTemplateForm key={data.revision} template={data} wanted={{ template: data.name }} />
          </div>
        )}
      </QueryView>
    </Page>
  )
}
