import type { EnvironmentSummary, PreviewSettings, UpdatePreviewSettingsRequest } from '@longshore/sdk'
import { getEnvironment, getPreviewSettings, listPreviews, updatePreviewSettings } from '@longshore/sdk/operations'
import { UpdatePreviewSettingsRequest as SettingsSchema } from '@longshore/sdk/schemas'
import { useAction } from '../../api/actions.ts'
import { useRead } from '../../api/queries.ts'
import { text } from '../../text/text.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { CheckboxField, NumberField, SelectField, TextField } from '../../ui/form/fields.tsx'
import { Form, useApiForm } from '../../ui/form/form.tsx'
import { toast } from '../../ui/toasts.tsx'
import { joinCommand, splitCommand } from '../services/split-command.ts'

const words = text.projects.previews

interface Values {
  enabled: boolean
  templateEnvironmentId: string
  maxOpen: number
  lifetimeHours: number
  seedCommand: { service: string; command: string }
}

export interface PreviewSettingsDialogProps {
  settings: PreviewSettings
  environments: readonly EnvironmentSummary[]
  onClose(): void
}

export function PreviewSettingsDialog({ settings, environments, onClose }: PreviewSettingsDialogProps) {
  const update = useAction(updatePreviewSettings, { refreshes: [getPreviewSettings, listPreviews] })
  const form = useApiForm<Values>({
    schema: SettingsSchema,
    defaults: {
      enabled: settings.enabled,
      templateEnvironmentId: settings.templateEnvironmentId ?? environments[0]?.id ?? '',
      maxOpen: settings.maxOpen,
      lifetimeHours: settings.lifetimeHours,
      seedCommand: {
        service: settings.seedCommand?.service ?? '',
        command: joinCommand(settings.seedCommand?.command ?? []),
      },
    },
    toBody: bodyOf,
    async submit(values) {
      await update.must({ id: settings.projectId, body: bodyOf(values) }, { ifMatch: settings.version })
      toast(words.saved)
      onClose()
    },
  })
  const { templateEnvironmentId: id, seedCommand } = form.form.watch()
  const template = useRead(getEnvironment, { id }, { enabled: id !== '' })
  const services = (template.data?.services ?? []).filter(({ kind }) => kind === 'web' || kind === 'worker')
  return (
    <Dialog title={words.title} isOpen onClose={onClose}>
      <Form form={form} action={text.common.save} onCancel={onClose}>
        <CheckboxField name="enabled" label={words.enabled} help={words.enabledHelp} />
        <SelectField
          name="templateEnvironmentId"
          label={words.template}
          help={words.templateHelp}
          choices={environments.map((each) => ({ value: each.id, label: each.name }))}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <NumberField name="maxOpen" label={words.maxOpen} />
          <NumberField name="lifetimeHours" label={words.lifetime} />
        </div>
        <SelectField
          name="seedCommand.service"
          label={words.seedService}
          choices={[
            { value: '', label: words.seedNone },
            ...services.map(({ name }) => ({ value: name, label: name })),
          ]}
        />
        {seedCommand.service !== '' && (
          <TextField name="seedCommand.command" label={words.seedCommand} help={words.seedHelp} isCode />
        )}
      </Form>
    </Dialog>
  )
}

function bodyOf({ templateEnvironmentId, seedCommand, ...rest }: Values): UpdatePreviewSettingsRequest {
  const { service, command } = seedCommand
  return {
    ...rest,
    templateEnvironmentId: templateEnvironmentId === '' ? null : templateEnvironmentId,
    seedCommand: service === '' ? null : { service, command: splitCommand(command) ?? [] },
  }
}
