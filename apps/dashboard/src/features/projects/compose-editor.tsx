/** Corrects a compose file that can't be read, and analyzes it again in the same project. */
import type { Analysis, Project } from '@longshore/sdk'
import { getProject, updateProject } from '@longshore/sdk/operations'
import { UpdateProjectRequest as UpdateSchema } from '@longshore/sdk/schemas'
import { useAction } from '../../api/actions.ts'
import { updateCache } from '../../api/queries.ts'
import { text } from '../../text/text.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Form, useApiForm } from '../../ui/form/form.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ComposeField } from './compose-field.tsx'
import { composeFault, keepCompose, keptCompose, lineAt } from './compose-text.ts'

const words = text.analysis

interface Values {
  compose: string
  composeProfiles: string[]
}

export interface ComposeEditorProps {
  project: Project
  analysis: Analysis
  onStartOver(): void
}

export function ComposeEditor({ project, analysis, onStartOver }: ComposeEditorProps) {
  const { id, name, description } = project
  const kept = keptCompose(id)
  const fault = composeFault(analysis.warnings)
  const line = lineAt(kept, fault?.line ?? null)
  const update = useAction(updateProject, {
    refreshes: [getProject],
    onDone: (changed) => updateCache(getProject, { id }, changed),
  })
  const toBody = (values: Values) => ({ name, description, ...values })
  const form = useApiForm<Values>({
    schema: UpdateSchema,
    defaults: { compose: kept, composeProfiles: project.composeProfiles },
    toBody,
    async submit(values) {
      keepCompose(id, values.compose)
      await update.must({ id, body: toBody(values) })
    },
  })
  return (
    <Card title={words.compose.title} note={kept === '' ? words.compose.pasteAgain : words.compose.note}>
      <Form form={form} action={words.retry} extra={<Button onClick={onStartOver}>{words.startOver}</Button>}>
        {fault !== undefined && (
          <Notice tone="bad" title={fault.message}>
            {line !== null && (
              <code className="block break-all whitespace-pre-wrap">{words.compose.line(fault.line ?? 0, line)}</code>
            )}
          </Notice>
        )}
        <ComposeField />
      </Form>
    </Card>
  )
}
