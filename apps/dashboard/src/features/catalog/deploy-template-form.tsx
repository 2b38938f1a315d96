/** Asks for a server and the inputs of a template, and deploys it. */
import type { DeployTemplateRequest } from '@longshore/sdk'
import { deployTemplate, listProjects, listServers, updateBackupConfig } from '@longshore/sdk/operations'
import { DeployTemplateRequest as DeployTemplateSchema } from '@longshore/sdk/schemas'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { useAction } from '../../api/actions.ts'
import { useList } from '../../api/queries.ts'
import { useCan } from '../../api/use-can.ts'
import { paths } from '../../navigation/paths.ts'
import { text } from '../../text/text.ts'
import { Allowed } from '../../ui/allowed.tsx'
import { Card } from '../../ui/card.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { CheckboxField, SelectField, TextField } from '../../ui/form/fields.tsx'
import { Form, useApiForm } from '../../ui/form/form.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toast } from '../../ui/toasts.tsx'
import { stateOf } from '../servers/server-state.ts'
import { InputFields } from './input-fields.tsx'
import { firstInputs, sentInputs } from './input-values.ts'
import type { ShownTemplate } from './template-about.tsx'

const words = text.catalog.deploy

interface DeployValues {
  serverId: string
  projectName: string
  domain: { hostname: string }
  inputs: Record<string, string>
  backups: { enabled: boolean }
}

export interface DeployTemplateFormProps {
  template: ShownTemplate
  wanted: Pick<DeployTemplateRequest, 'template' | 'source'>
}

export function DeployTemplateForm(props: DeployTemplateFormProps) {
  return (
    <Card title={words.title}>
      <Allowed to={deployTemplate} hasReason>
        <Fields {...props} />
      </Allowed>
    </Card>
  )
}

function Fields({ template, wanted }: DeployTemplateFormProps) {
  const navigate = useNavigate()
  const mayBackUp = useCan()(updateBackupConfig)
  const deploy = useAction(deployTemplate, { refreshes: [listProjects] })
  const [inputs] = useState(() => firstInputs(template.inputs))
  const bodyOf = ({ serverId, projectName, domain, inputs: given, backups }: DeployValues): DeployTemplateRequest => ({
    ...wanted,
    serverId,
    ...(projectName === '' ? {} : { projectName }),
    ...(domain.hostname === '' ? {} : { domain: { hostname: domain.hostname } }),
    inputs: sentInputs(given),
    backups: { enabled: backups.enabled && mayBackUp },
  })
  const form = useApiForm<DeployValues>({
    schema: DeployTemplateSchema,
    defaults: { serverId: '', projectName: '', domain: { hostname: '' }, inputs, backups: { enabled: true } },
    toBody: bodyOf,
    async submit(values) {
      const { environment, deployment, backups, warnings } = await deploy.must({ body: bodyOf(values) })
      if (backups.state === 'needs_storage') toast(words.needsStorage)
      for (const { message } of warnings) toast(message)
      await navigate({
        to: deployment === null ? paths.environment(environment.id) : paths.deployment(environment.id, deployment.id),
      })
    },
  })
  const servers = useServerChoices()
  const choose = useEffectEvent((id: string) => {
    if (id !== '' && form.form.getFieldState('serverId').isDirty === false) form.form.setValue('serverId', id)
  })
  useEffect(() => choose(servers.usual), [servers.usual])
  return (
    <Form form={form} action={words.action}>
      <SelectField
        name="serverId"
        label={words.server}
        faultText={words.chooseServer}
        choices={[{ value: '', label: words.chooseServer }, ...servers.choices]}
      />
      {servers.areMissing && (
        <Notice tone="info">
          {words.noServers}{' '}
          <Link to={paths.newServer()} className="font-medium underline">
            {words.addServer}
          </Link>
        </Notice>
      )}
      <InputFields inputs={template.inputs} generated={inputs} />
      <TextField name="domain.hostname" label={words.domain} help={words.domainHelp} isOptional isCode />
      {template.data.length > 0 &&
        (mayBackUp ? (
          <CheckboxField name="backups.enabled" label={words.backups} help={words.backupsHelp} />
        ) : (
          <Notice tone="warn">{words.noBackups}</Notice>
        ))}
      <Disclosure title={words.more}>
        <TextField name="projectName" label={words.project} placeholder={template.title} isOptional />
      </Disclosure>
    </Form>
  )
}

function useServerChoices() {
  const servers = useList(listServers, { limit: 100 })
  const ready = servers.items.filter(({ status }) => status === 'ready' || status === 'degraded')
  return {
    areMissing: servers.isSuccess && ready.length === 0,
    usual: (ready.find(({ status }) => status === 'ready') ?? ready[0])?.id ?? '',
    choices: servers.items.map((server) => ({
      value: server.id,
      label: ready.includes(server) ? server.name : words.unready(server.name, stateOf(server).label),
      isDisabled: !ready.includes(server),
    })),
  }
}
