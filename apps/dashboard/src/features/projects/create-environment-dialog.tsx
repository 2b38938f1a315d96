import type { CreateEnvironmentRequest, EnvironmentSummary, Project } from '@longshore/sdk'
import { createEnvironment, getProject, listEnvironments, listServers } from '@longshore/sdk/operations'
import { CreateEnvironmentRequest as CreateSchema } from '@longshore/sdk/schemas'
import { useNavigate } from '@tanstack/react-router'
import { useAction } from '../../api/actions.ts'
import { useList } from '../../api/queries.ts'
import { paths } from '../../navigation/paths.ts'
import { text } from '../../text/text.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { SelectField, TextField } from '../../ui/form/fields.tsx'
import { Form, useApiForm, withoutEmpty } from '../../ui/form/form.tsx'

const words = text.projects.create

export interface CreateEnvironmentDialogProps {
  project: Project
  environments: readonly EnvironmentSummary[]
  onClose(): void
}

export function CreateEnvironmentDialog({ project, environments, onClose }: CreateEnvironmentDialogProps) {
  const navigate = useNavigate()
  const servers = useList(listServers, { limit: 100 })
  const create = useAction(createEnvironment, { refreshes: [getProject, listEnvironments] })
  const bodyOf = (values: CreateEnvironmentRequest): CreateEnvironmentRequest => Object(withoutEmpty(values))
  const form = useApiForm<CreateEnvironmentRequest>({
    schema: CreateSchema,
    defaults: { projectId: project.id, name: '', branch: '', serverId: '', copyFrom: environments[0]?.id ?? '' },
    toBody: bodyOf,
    async submit(values) {
      const environment = await create.must({ body: bodyOf(values) })
      await navigate({ to: paths.environment(environment.id) })
    },
  })
  const toChoice = ({ id, name }: { id: string; name: string }) => ({ value: id, label: name })
  return (
    <Dialog title={words.title} isOpen onClose={onClose}>
      <Form form={form} action={words.action} onCancel={onClose}>
        <TextField name="name" label={words.name} hasFocus />
        {project.repository !== null && (
          <TextField name="branch" label={words.branch} help={words.branchHelp} isOptional isCode />
        )}
        <SelectField
          name="serverId"
          label={words.server}
          choices={[{ value: '', label: words.later }, ...servers.items.map(toChoice)]}
        />
        <SelectField
          name="copyFrom"
          label={words.copyFrom}
          help={words.copyHelp}
          choices={[{ value: '', label: words.nothing }, ...environments.map(toChoice)]}
        />
      </Form>
    </Dialog>
  )
}
