/** The template of an environment, and its update. Hidden for environments that were created from something else. */
import type { EnvironmentTemplate } from '@longshore/sdk'
import {
  getEnvironment,
  getEnvironmentTemplate,
  getProject,
  listContainerVariables,
  listVariables,
  updateEnvironmentTemplate,
} from '@longshore/sdk/operations'
import { UpdateTemplateRequest as UpdateTemplateSchema } from '@longshore/sdk/schemas'
import { useState } from 'react'
import { useAction } from '../../api/actions.ts'
import { useRead } from '../../api/queries.ts'
import { text } from '../../text/text.ts'
import { Allowed } from '../../ui/allowed.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { CheckboxField } from '../../ui/form/fields.tsx'
import { Form, useApiForm } from '../../ui/form/form.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useEnvironment } from '../environments/environment-context.ts'
import { PendingChanges } from '../environments/pending-changes.tsx'
import { useServicesNotice } from '../services/use-services-notice.ts'
import { InputFields } from './input-fields.tsx'
import { firstInputs, sentInputs } from './input-values.ts'

const words = text.catalog.used

export function EnvironmentTemplateCard() {
  const { id, projectId } = useEnvironment()
  const project = useRead(getProject, { id: projectId })
  // Only such a project can come from a template.
  const { data } = useRead(getEnvironmentTemplate, { id }, { enabled: project.data?.source === 'compose' })
  const [isOpen, setOpen] = useState(false)
  if (data === undefined) return null
  const { title, version, hasUpdate, latest } = data
  const label = latest === null || latest.version === version ? words.newRevision : words.update(latest.version)
  const update = (
    <Allowed to={updateEnvironmentTemplate}>
      <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {label}
      </Button>
    </Allowed>
  )
  return (
    <Card title={words.title(title, version)} note={noteOf(data)} {...(hasUpdate ? { actions: update } : {})}>
      {hasUpdate && isOpen ? (
        <Update key={latest?.revision} used={data} onSaved={() => setOpen(false)} />
      ) : (
        <Hints used={data} />
      )}
    </Card>
  )
}

function Hints({ used: { firstSteps, firstBackup } }: { used: EnvironmentTemplate }) {
  if (firstSteps === null && firstBackup !== 'waiting') return null
  return (
    <div className="flex flex-col gap-2 text-sm">
      {firstSteps !== null && (
        <div>
          <p className="font-medium">{text.catalog.firstSteps}</p>
          <p>{firstSteps}</p>
        </div>
      )}
      {firstBackup === 'waiting' && <p className="text-ink-soft">{words.waiting}</p>}
    </div>
  )
}

function noteOf({ hasUpdate, latest, source }: EnvironmentTemplate): string | undefined {
  if (source !== null) return words.outside
  if (latest === null) return words.gone
  return hasUpdate ? undefined : words.upToDate
}

interface UpdateValues {
  inputs: Record<string, string>
  isAgreed: boolean
}

function Update({ used, onSaved }: { used: EnvironmentTemplate; onSaved(): void }) {
  const { id, version } = useEnvironment()
  const notify = useServicesNotice()
  const { changes, upgradeNotes, missingInputs, removesData, latest } = used
  const save = useAction(updateEnvironmentTemplate, {
    refreshes: [getEnvironment, getEnvironmentTemplate, listVariables, listContainerVariables],
  })
  const [inputs] = useState(() => firstInputs(missingInputs))
  const bodyOf = ({ inputs: given, isAgreed }: UpdateValues) => ({
    revision: latest?.revision ?? '',
    inputs: sentInputs(given),
    removeData: isAgreed ? removesData : [],
  })
  const form = useApiForm<UpdateValues>({
    schema: UpdateTemplateSchema,
    defaults: { inputs, isAgreed: false },
    toBody: bodyOf,
    async submit(values) {
      const { services } = await save.must({ id, body: bodyOf(values) }, { ifMatch: version })
      notify({ services, message: words.saved })
      onSaved()
    },
  })
  return (
    <Form form={form} action={words.save}>
      <section aria-label={words.changes} className="flex flex-col gap-2">
        <h3 className="text-sm font-semibold">{words.changes}</h3>
        {changes === null || changes.length === 0 ? (
          <p className="text-sm text-ink-soft">{words.noChanges}</p>
        ) : (
          <div className="rounded-md border border-line">
            <PendingChanges changes={changes} />
          </div>
        )}
      </section>
      {upgradeNotes.length > 0 && (
        <Notice tone="warn" title={words.notes}>
          <ul className="list-disc pl-4">
            {upgradeNotes.map((note) => (
              <li key={note.to}>{words.notesFor(note.to, note.text)}</li>
            ))}
          </ul>
        </Notice>
      )}
      <InputFields inputs={missingInputs} generated={inputs} />
      {removesData.length > 0 && (
        <Notice tone="bad" title={words.removes(removesData.join(', '))}>
          <CheckboxField name="isAgreed" label={words.agree} />
        </Notice>
      )}
    </Form>
  )
}
