/** Previews a template from outside the catalog. What people see is pinned, and exactly that is deployed. */
import type { PreviewTemplateRequest, TemplatePreview } from '@longshore/sdk'
import { previewTemplate } from '@longshore/sdk/operations'
import { PreviewTemplateRequest as PreviewTemplateSchema } from '@longshore/sdk/schemas'
import { useState } from 'react'
import { useAction } from '../../api/actions.ts'
import { paths } from '../../navigation/paths.ts'
import { text } from '../../text/text.ts'
import { Allowed } from '../../ui/allowed.tsx'
import { Card } from '../../ui/card.tsx'
import { TextField } from '../../ui/form/fields.tsx'
import { Form, useApiForm } from '../../ui/form/form.tsx'
import { Note } from '../../ui/note.tsx'
import { Page } from '../../ui/page.tsx'
import { SegmentedControl } from '../../ui/segmented-control.tsx'
import { DeployTemplateForm } from './deploy-template-form.tsx'
import { TemplateAbout } from './template-about.tsx'

const words = text.catalog.preview

type Kind = 'url' | 'repository'

export function ExternalPage() {
  const [kind, setKind] = useState<Kind>('url')
  const [preview, setPreview] = useState<TemplatePreview | null>(null)
  const kinds: Kind[] = ['url', 'repository']
  return (
    <Page title={words.title} note={words.note} crumbs={[{ label: text.catalog.title, to: paths.catalog() }]}>
      <Allowed to={previewTemplate} hasReason>
        <Card
          title={words.kind}
          actions={
            <SegmentedControl
              label={words.kind}
              value={kind}
              onChange={setKind}
              choices={kinds.map((value) => ({ value, label: words.kinds[value] }))}
            />
          }
        >
          <SourceForm key={kind} kind={kind} onPreview={setPreview} />
        </Card>
      </Allowed>
      {preview !== null && <Preview key={preview.revision} preview={preview} />}
    </Page>
  )
}

interface SourceValues {
  url: string
  repository: string
  path: string
  ref: string
}

function SourceForm({ kind, onPreview }: { kind: Kind; onPreview(preview: TemplatePreview | null): void }) {
  const read = useAction(previewTemplate)
  const bodyOf = ({ url, repository, path, ref }: SourceValues): PreviewTemplateRequest =>
    kind === 'url'
      ? { url: url.trim() }
      : { repository: repository.trim(), ...(path === '' ? {} : { path }), ...(ref === '' ? {} : { ref }) }
  const form = useApiForm<SourceValues>({
    schema: PreviewTemplateSchema,
    defaults: { url: '', repository: '', path: '', ref: '' },
    toBody: bodyOf,
    async submit(values) {
      onPreview(null)
      onPreview(await read.must({ body: bodyOf(values) }))
    },
  })
  return (
    <Form form={form} action={words.action}>
      {kind === 'url' ? (
        <TextField name="url" label={words.url} help={words.urlHelp} isCode hasFocus />
      ) : (
        <>
          <TextField name="repository" label={words.repository} help={words.repositoryHelp} isCode hasFocus />
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField name="path" label={words.path} help={words.pathHelp} isOptional isCode />
            <TextField name="ref" label={words.ref} help={words.refHelp} isOptional isCode />
          </div>
        </>
      )}
    </Form>
  )
}

function Preview({ preview }: { preview: TemplatePreview }) {
  const { source, valid, title, version, summary, problems } = preview
  const pin = 'url' in source ? source.sha256 : source.commit
  return (
    <>
      <Note tone="warn" title={words.warning}>
        <p>{words.warningNote}</p>
        <p>
          {title} {version}
          {' · '}
          {summary}
        </p>
        <p className="text-xs break-all text-ink-soft">
          {words.pinned} <code>{pin}</code>
        </p>
      </Note>
      {!valid && <Note tone="bad" title={words.refused} />}
      <div className="grid min-w-0 items-start gap-5 xl:grid-cols-2">
        <TemplateAbout template={preview} problems={problems} isComposeOpen />
        {valid && <DeployTemplateForm template={preview} wanted={{ source }} />}
      </div>
    </>
  )
}
