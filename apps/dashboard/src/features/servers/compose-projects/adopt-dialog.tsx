/** The plan of an adoption, and its start. */
import type { AdoptionPlan, ComposeProject } from '@longshore/sdk'
import { adoptComposeProject, listComposeProjects, listProjects, planComposeProject } from '@longshore/sdk/operations'
import { AdoptComposeProjectRequest } from '@longshore/sdk/schemas'
import { useNavigate } from '@tanstack/react-router'
import { useAction } from '../../../api/actions.ts'
import { useRead } from '../../../api/queries.ts'
import { paths } from '../../../navigation/paths.ts'
import { text } from '../../../text/text.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { ChoicesField } from '../../../ui/form/choices-field.tsx'
import { TextField } from '../../../ui/form/fields.tsx'
import { Form, useApiForm } from '../../../ui/form/form.tsx'
import { QueryView } from '../../../ui/query-view.tsx'
import { FindingList } from './finding-list.tsx'
import { type AdoptValues, bodyFor, scopeOf, sizesOf } from './plan-scope.ts'
import { PlanView } from './plan-view.tsx'

const words = text.adoptions.plan

interface AdoptDialogProps {
  serverId: string
  project: ComposeProject
  onClose(): void
}

export function AdoptDialog({ serverId, project, onClose }: AdoptDialogProps) {
  const plan = useRead(planComposeProject, { id: serverId, name: project.name })
  return (
    <Dialog title={words.title(project.name)} note={words.note} isOpen isWide onClose={onClose}>
      <QueryView query={plan}>
        {(data) => <PlanForm plan={data} serverId={serverId} project={project} onClose={onClose} />}
      </QueryView>
    </Dialog>
  )
}

function PlanForm({ plan, serverId, project, onClose }: AdoptDialogProps & { plan: AdoptionPlan }) {
  const navigate = useNavigate()
  const { choices, blocking } = scopeOf(plan)
  const adopt = useAction(adoptComposeProject, { refreshes: [listComposeProjects, listProjects] })
  const form = useApiForm<AdoptValues>({
    schema: AdoptComposeProjectRequest,
    defaults: { projectName: plan.name, environment: words.defaultEnvironment, services: [...choices] },
    toBody: (values) => bodyFor(values, plan),
    async submit(values) {
      const body = bodyFor(values, plan)
      const { environment } = await adopt.must({ id: serverId, name: plan.name, body })
      await navigate({ to: paths.environment(environment.id) })
    },
  })
  if (choices.length === 0) return <BlockedPlan plan={plan} onClose={onClose} />
  return (
    <Form form={form} action={words.start} onCancel={onClose} needs={adoptComposeProject}>
      {blocking.length > 0 && (
        <section className="text-sm">
          <h3 className="font-semibold">{words.staysOutside}</h3>
          <FindingList findings={blocking} />
        </section>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField name="projectName" label={words.projectName} />
        <TextField name="environment" label={words.environment} />
      </div>
      {plan.services.length > 1 && (
        <ChoicesField
          name="services"
          label={words.choose}
          help={words.chooseHelp}
          choices={choices.map((name) => ({ value: name, label: name }))}
        />
      )}
      <PlanView plan={plan} sizes={sizesOf(project)} />
    </Form>
  )
}

function BlockedPlan({ plan, onClose }: { plan: AdoptionPlan; onClose(): void }) {
  return (
    <div className="flex flex-col gap-4 text-sm">
      <section>
        <h3 className="font-semibold">{words.blocked}</h3>
        <FindingList findings={plan.findings.filter(({ severity }) => severity === 'blocks')} />
      </section>
      <div className="flex justify-end">
        <Button onClick={onClose}>{text.common.close}</Button>
      </div>
    </div>
  )
}
