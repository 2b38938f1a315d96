/** Asks for the source of a project: a repository, an image, or the text of a compose file. */
import type { CreateProjectRequest } from '@longshore/sdk'
import { createProject, listProjects } from '@longshore/sdk/operations'
import { CreateProjectRequest as CreateProjectSchema } from '@longshore/sdk/schemas'
import { useState } from 'react'
import { useAction } from '../../api/actions.ts'
import { text } from '../../text/text.ts'
import { Card } from '../../ui/card.tsx'
import { TextField } from '../../ui/form/fields.tsx'
import { Form, useApiForm } from '../../ui/form/form.tsx'
import { SegmentedControl } from '../../ui/segmented-control.tsx'
import { ComposeField } from './compose-field.tsx'
import { keepCompose } from './compose-text.ts'
import { RepositoryStep } from './repository-step.tsx'
import { nameOf, type SourceKind, type SourceValues, sourceOf, toBody } from './source-values.ts'

const words = text.newProject

export function SourceStep({ onCreated }: { onCreated(projectId: string): void }) {
  const [kind, setKind] = useState<SourceKind>('search')
  const kinds: SourceKind[] = ['search', 'url', 'image', 'compose']
  return (
    <Card
      title={words.stepSource}
      actions={
        <SegmentedControl
          label={words.kindsLabel}
          value={kind}
          onChange={setKind}
          choices={kinds.map((value) => ({ value, label: words.kinds[value] }))}
        />
      }
    >
      {kind === 'search' ? (
        <RepositoryStep onCreated={onCreated} />
      ) : (
        <PastedSource key={kind} kind={kind} onCreated={onCreated} />
      )}
    </Card>
  )
}

const defaults: SourceValues = {
  ...{ name: '', repository: { url: '' }, image: '', compose: '', branch: '', rootDirectory: '', composeProfiles: [] },
}

function PastedSource({ kind, onCreated }: { kind: Exclude<SourceKind, 'search'>; onCreated(id: string): void }) {
  const create = useAction(createProject, { refreshes: [listProjects] })
  const bodyOf = (values: SourceValues): CreateProjectRequest => toBody(kind, values)
  const form = useApiForm<SourceValues>({
    schema: CreateProjectSchema,
    defaults,
    toBody: bodyOf,
    async submit(values) {
      const body = bodyOf(values)
      const project = await create.must({ body })
      keepCompose(project.id, body.compose)
      onCreated(project.id)
    },
  })
  const suggestion = nameOf(sourceOf(kind, form.form.watch()))
  return (
    <Form form={form} action={words.analyze}>
      {kind === 'compose' && <ComposeField help={words.composeHelp} />}
      {kind === 'image' && <TextField name="image" label={words.image} help={words.imageHelp} isCode hasFocus />}
      {kind === 'url' && <TextField name="repository.url" label={words.url} help={words.urlHelp} isCode hasFocus />}
      <TextField name="name" label={words.name} {...(suggestion === '' ? {} : { placeholder: suggestion })} />
      {kind === 'url' && (
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField name="branch" label={words.branch} help={words.branchHelp} isOptional isCode />
          <TextField
            name="rootDirectory"
            label={words.rootDirectory}
            help={words.rootDirectoryHelp}
            isOptional
            isCode
          />
        </div>
      )}
    </Form>
  )
}
