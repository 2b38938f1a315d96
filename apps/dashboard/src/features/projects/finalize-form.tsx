/** Reviews what the analysis found, chooses a server, and starts the first deployment. */
import type { Analysis, FinalizeProjectRequest, Project } from '@longshore/sdk'
import { finalizeProject, getProject, listProjects, listServers, setAutoDeploy } from '@longshore/sdk/operations'
import { FinalizeProjectRequest as FinalizeSchema } from '@longshore/sdk/schemas'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { useWatch } from 'react-hook-form'
import { useAction } from '../../api/actions.ts'
import { useList } from '../../api/queries.ts'
import { paths } from '../../navigation/paths.ts'
import { text } from '../../text/text.ts'
import { Card } from '../../ui/card.tsx'
import { SelectField, TextField } from '../../ui/form/fields.tsx'
import { Form, useApiForm } from '../../ui/form/form.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toast } from '../../ui/toasts.tsx'
import { stateOf } from '../servers/server-state.ts'
import { isChanged, toRequests, valuesFromAnalysis } from './analyzed-services.ts'
import { AutoDeployField } from './auto-deploy-field.tsx'
import { DomainChoice, toDomain } from './domain-choice.tsx'
import { FinalizeServices } from './finalize-services.tsx'
import type { FinalizeValues } from './finalize-values.ts'
import { FollowUpFields } from './follow-up-fields.tsx'
import { useFollowUp } from './use-follow-up.ts'
import { VariableFields } from './variable-fields.tsx'
import { listVariableRows, toNewVariables } from './variable-rows.ts'

const words = text.finalize

export function FinalizeForm({ project, analysis }: { project: Project; analysis: Analysis }) {
  const navigate = useNavigate()
  const servers = useList(listServers, { limit: 100 })
  const finalize = useAction(finalizeProject, { refreshes: [getProject, listProjects] })
  const auto = useAction(setAutoDeploy)
  const followUp = useFollowUp()
  const initial = valuesFromAnalysis(analysis)
  const rows = listVariableRows(analysis)
  const isCompose = analysis.configuration?.kind === 'compose'
  const bodyOf = ({ environment, services, variables, domain }: FinalizeValues): FinalizeProjectRequest => {
    const values = variables.map(({ value }) => value)
    const names = new Set(services.map((service) => service.name))
    const given = toNewVariables({ rows, values, names, isCompose })
    const { name, serverId } = environment
    return {
      environment: { name, ...(serverId === '' ? {} : { serverId }) },
      ...(isChanged(initial, services) ? { services: toRequests(services) } : {}),
      ...(given.length === 0 ? {} : { variables: given }),
      ...toDomain(analysis, domain),
      deploy: serverId !== '',
    }
  }
  const ready = servers.items.filter(({ status }) => status === 'ready' || status === 'degraded')
  const usualServer = (ready.find(({ status }) => status === 'ready') ?? ready[0])?.id ?? ''
  const form = useApiForm<FinalizeValues>({
    schema: FinalizeSchema,
    defaults: {
      environment: { name: project.environments.length === 0 ? 'production' : '', serverId: '' },
      autoDeploy: null,
      channel: '',
      store: '',
      domain: '',
      services: initial,
      variables: rows.map(() => ({ value: '' })),
    },
    toBody: bodyOf,
    async submit(values) {
      const { environment, deployment } = await finalize.must({ id: project.id, body: bodyOf(values) })
      // The environment exists now, so a webhook that fails must not keep the person in the wizard.
      if (values.autoDeploy === true && (await auto.run({ id: environment.id, body: { enabled: true } })) === undefined)
        toast(words.autoDeployFailed)
      if (!(await followUp(values, { projectId: project.id, environmentId: environment.id })))
        toast(words.followUp.failed)
      await navigate({
        to: deployment === null ? paths.environment(environment.id) : paths.deployment(environment.id, deployment.id),
      })
    },
  })
  const serverId = useWatch({ control: form.form.control, name: 'environment.serverId' })
  // Preselects a ready server, unless the person chose something.
  const choose = useEffectEvent((id: string) => {
    if (id !== '' && form.form.getFieldState('environment.serverId').isDirty === false)
      form.form.setValue('environment.serverId', id)
  })
  useEffect(() => choose(usualServer), [usualServer])
  const choices = servers.items.map((server) => ({
    value: server.id,
    label: ready.includes(server) ? server.name : words.unready(server.name, stateOf(server).label),
    isDisabled: !ready.includes(server),
  }))
  return (
    <Form form={form} action={serverId === '' ? words.createOnly : words.deploy}>
      <FinalizeServices />
      <VariableFields rows={rows} isCompose={isCompose} />
      <DomainChoice domains={analysis.domains ?? []} />
      <WhereItRuns project={project} choices={choices} isWithoutServer={servers.isSuccess && ready.length === 0} />
      <FollowUpFields hasChannel={project.environments.length === 0} />
    </Form>
  )
}

interface WhereItRunsProps {
  project: Project
  choices: readonly { value: string; label: string; isDisabled: boolean }[]
  isWithoutServer: boolean
}

function WhereItRuns({ project, choices, isWithoutServer }: WhereItRunsProps) {
  return (
    <Card title={words.where}>
      <div className="flex flex-col gap-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField name="environment.name" label={words.environment} help={words.environmentHelp} />
          <SelectField
            name="environment.serverId"
            label={words.server}
            choices={[{ value: '', label: words.laterServer }, ...choices]}
          />
        </div>
        <AutoDeployField project={project} />
        {isWithoutServer && (
          <Notice tone="info">
            {words.noServers}{' '}
            <Link to={paths.newServer()} className="font-medium underline">
              {words.addServer}
            </Link>
          </Notice>
        )}
      </div>
    </Card>
  )
}
