/** Lists the steps of a restore before it starts, then follows it. */
import type { Backup, RestoreRequest as Request } from '@longshore/sdk'
import { listRestores, restoreBackup } from '@longshore/sdk/operations'
import { RestoreRequest } from '@longshore/sdk/schemas'
import { useState } from 'react'
import { useAction } from '../../api/actions.ts'
import { text } from '../../text/text.ts'
import { ChoiceCards } from '../../ui/choice-cards.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Facts } from '../../ui/facts.tsx'
import { CheckboxField, TextField } from '../../ui/form/fields.tsx'
import { Form, useApiForm } from '../../ui/form/form.tsx'
import { formatBytes, formatNumber } from '../../ui/format.ts'
import { Note } from '../../ui/note.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { useEnvironment } from '../environments/environment-context.ts'
import { isEmptyBackup } from './empty-backup.ts'
import { FollowRestore } from './follow-restore.tsx'
import { PlannedSteps } from './planned-steps.tsx'
import { restoreSteps } from './restore-steps.ts'
import { nameOf } from './size-series.ts'

const { wizard: words } = text.restores

export function RestoreWizard({ backup, onClose }: { backup: Backup; onClose(): void }) {
  const [restoreId, setRestoreId] = useState<string | null>(null)
  return (
    <Dialog title={words.title(nameOf(backup))} isOpen onClose={onClose}>
      {restoreId === null ? (
        <RestoreForm backup={backup} onStarted={setRestoreId} onClose={onClose} />
      ) : (
        <FollowRestore restoreId={restoreId} onClose={onClose} />
      )}
    </Dialog>
  )
}

interface RestoreFormProps {
  backup: Backup
  onStarted(restoreId: string): void
  onClose(): void
}

interface RestoreValues {
  confirm: string
  serviceName: string
  safetyBackup: boolean
}

const targets = [
  { value: 'inPlace', label: words.inPlace, note: words.inPlaceNote },
  { value: 'newService', label: words.newService, note: words.newServiceNote },
] as const

function RestoreForm({ backup, onStarted, onClose }: RestoreFormProps) {
  const environment = useEnvironment()
  const isVolume = backup.volume !== null
  const [target, setTarget] = useState<Request['target']>('inPlace')
  const restore = useAction(restoreBackup, { refreshes: [listRestores], onDone: ({ id }) => onStarted(id) })
  const toBody = ({ confirm, serviceName, safetyBackup }: RestoreValues): Request => ({
    target,
    confirm,
    ...(target === 'newService' ? { ...(serviceName === '' ? {} : { serviceName }) } : { safetyBackup }),
  })
  const form = useApiForm<RestoreValues>({
    schema: {
      ...RestoreRequest,
      properties: { ...RestoreRequest.properties, confirm: { type: 'string', enum: [environment.name] } },
    },
    defaults: { confirm: '', serviceName: '', safetyBackup: true },
    toBody,
    submit: async (values) => await restore.must({ id: environment.id, bid: backup.id, body: toBody(values) }),
  })
  const hasSafety = form.form.watch('safetyBackup')
  return (
    <Form
      form={form}
      action={words.start}
      onCancel={onClose}
      confirmation={
        <TextField
          name="confirm"
          label={words.confirm(environment.name)}
          help={words.confirmHelp}
          faultText={words.confirmFault(environment.name)}
          isCode
        />
      }
    >
      <BackupFacts backup={backup} />
      {!isVolume && (
        <ChoiceCards<Request['target']> label={words.where} value={target} choices={targets} onChange={setTarget} />
      )}
      {target === 'newService' && (
        <TextField
          name="serviceName"
          label={words.serviceName}
          placeholder={`${backup.serviceName}-restored`}
          isCode
          isOptional
        />
      )}
      {target === 'inPlace' && <CheckboxField name="safetyBackup" label={words.safety} help={words.safetyHelp} />}
      <PlannedSteps title={words.will} steps={restoreSteps({ target, isVolume, hasSafety })} />
    </Form>
  )
}

function BackupFacts({ backup }: { backup: Backup }) {
  const { content, restoreTestedAt, sizeBytes } = backup
  const isTables = content !== null && content.entries === null
  return (
    <>
      <Facts
        facts={[
          { name: words.made, value: <RelativeTime at={backup.createdAt} /> },
          ...(sizeBytes === null ? [] : [{ name: words.size, value: formatBytes(sizeBytes) }]),
          ...(isTables
            ? [
                {
                  name: words.content,
                  value: words.tables(content.tableCount, formatNumber(content.rowCount)),
                },
              ]
            : []),
          {
            name: words.proven,
            value: restoreTestedAt === null ? words.notRun : <RelativeTime at={restoreTestedAt} />,
          },
        ]}
      />
      {isEmptyBackup(backup) && (
        <Note tone="warn" title={words.empty}>
          {words.emptyNote}
        </Note>
      )}
      {restoreTestedAt === null && (
        <Note tone="info" title={words.notProven}>
          {words.notProvenNote}
        </Note>
      )}
    </>
  )
}
