import type { CreateProjectRequest, Repository } from '@longshore/sdk'
import { createProject, listBranches, listProjects } from '@longshore/sdk/operations'
import { CreateProjectRequest as CreateProjectSchema } from '@longshore/sdk/schemas'
import { useAction } from '../../api/actions.ts'
import { useList } from '../../api/queries.ts'
import { text } from '../../text/text.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField, TextField } from '../../ui/form/fields.tsx'
import { Form, useApiForm } from '../../ui/form/form.tsx'
import { nameOf } from './source-values.ts'

const words = text.newProject

interface Values {
  name: string
  branch: string
  rootDirectory: string
}

export interface ChosenRepositoryProps {
  repository: Repository
  onBack(): void
  onCreated(projectId: string): void
}

export function ChosenRepository({ repository, onBack, onCreated }: ChosenRepositoryProps) {
  const { providerId, fullName, defaultBranch } = repository
  const branches = useList(listBranches, { providerId, repo: fullName, limit: 100 })
  const create = useAction(createProject, { refreshes: [listProjects] })
  const bodyOf = ({ name, branch, rootDirectory }: Values): CreateProjectRequest => ({
    name,
    repository: { providerId, fullName },
    ...(branch === '' ? {} : { branch }),
    ...(rootDirectory === '' ? {} : { rootDirectory }),
  })
  const form = useApiForm<Values>({
    schema: CreateProjectSchema,
    defaults: { name: nameOf(fullName), branch: '', rootDirectory: '' },
    toBody: bodyOf,
    async submit(values) {
      const project = await create.must({ body: bodyOf(values) })
      onCreated(project.id)
    },
  })
  const others = branches.items.filter(({ name }) => name !== defaultBranch)
  const first = defaultBranch === null ? words.branchHelp : words.defaultBranch(defaultBranch)
  const choices = [{ value: '', label: first }, ...others.map(({ name }) => ({ value: name, label: name }))]
  return (
    <Form form={form} action={words.analyze}>
      <div className="flex flex-wrap items-center justify-between gap-3 rounded-lg bg-sunken px-3.5 py-2.5 text-sm">
        <p className="min-w-0">
          <span className="block text-xs text-ink-soft">{words.chosen}</span>
          <span className="font-medium break-words">{fullName}</span>
        </p>
        <Button onClick={onBack}>{words.chooseAnother}</Button>
      </div>
      <TextField name="name" label={words.name} hasFocus />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField name="branch" label={words.branch} choices={choices} />
        <TextField name="rootDirectory" label={words.rootDirectory} help={words.rootDirectoryHelp} isOptional isCode />
      </div>
    </Form>
  )
}
