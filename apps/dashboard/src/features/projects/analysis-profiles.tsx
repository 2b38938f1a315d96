/** Changes which profiles of the compose file a project deploys, and analyzes it again. */
import type { Analysis, Project } from '@longshore/sdk'
import { getProject, updateProject } from '@longshore/sdk/operations'
import { UpdateProjectRequest as UpdateSchema } from '@longshore/sdk/schemas'
import { useAction } from '../../api/actions.ts'
import { updateCache } from '../../api/queries.ts'
import { text } from '../../text/text.ts'
import { Form, useApiForm } from '../../ui/form/form.tsx'
import { ComposeProfilesField } from './compose-profiles-field.tsx'

interface Values {
  composeProfiles: string[]
}

export function AnalysisProfiles({ project, analysis }: { project: Project; analysis: Analysis }) {
  const { id, name, description } = project
  const { composeProfiles: profiles = [] } = analysis
  const update = useAction(updateProject, {
    refreshes: [getProject],
    onDone: (changed) => updateCache(getProject, { id }, changed),
  })
  const toBody = ({ composeProfiles }: Values) => ({ name, description, composeProfiles })
  const form = useApiForm<Values>({
    schema: UpdateSchema,
    defaults: { composeProfiles: profiles.filter(({ isEnabled }) => isEnabled).map((each) => each.name) },
    toBody,
    submit: async (values) => void (await update.must({ id, body: toBody(values) })),
  })
  if (profiles.length === 0) return null
  return (
    <Form form={form} action={text.composeFile.profiles.change}>
      <ComposeProfilesField profiles={profiles} />
    </Form>
  )
}
