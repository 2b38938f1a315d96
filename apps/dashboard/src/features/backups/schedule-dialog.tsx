import type { BackupConfig } from '@longshore/sdk'
import {
  getBackupConfig,
  listBackupDestinations,
  testBackupConfig,
  updateBackupConfig,
} from '@longshore/sdk/operations'
import { UpdateBackupConfigRequest } from '@longshore/sdk/schemas'
import { Link } from '@tanstack/react-router'
import { useAction } from '../../api/actions.ts'
import { useList } from '../../api/queries.ts'
import { paths } from '../../navigation/paths.ts'
import { text } from '../../text/text.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Form, useApiForm } from '../../ui/form/form.tsx'
import { formatDuration } from '../../ui/format.ts'
import { ProblemCard } from '../../ui/problem-card.tsx'
import { toast } from '../../ui/toasts.tsx'
import { useEnvironment } from '../environments/environment-context.ts'
import { ScheduleFields } from './schedule-fields.tsx'
import { type ScheduleValues, scheduleValues, toScheduleBody } from './schedule-values.ts'

const { plan: words } = text.backups

export function ScheduleDialog({ plan, onClose }: { plan: BackupConfig | null; onClose(): void }) {
  const stores = useList(listBackupDestinations, { limit: 100 })
  return (
    <Dialog title={plan === null ? text.backups.off.setUp : words.edit} isOpen onClose={onClose}>
      {stores.isEmpty && (
        <div className="flex flex-col items-start gap-3 text-sm">
          <p>{words.noStores}</p>
          <Link to={paths.backupStores()} className={buttonClass('primary')}>
            {words.toStores}
          </Link>
        </div>
      )}
      {stores.error !== null && <ProblemCard error={stores.error} />}
      {stores.items.length > 0 && <ScheduleForm plan={plan} stores={stores.items} onClose={onClose} />}
    </Dialog>
  )
}

interface ScheduleFormProps {
  plan: BackupConfig | null
  stores: readonly { id: string; name: string }[]
  onClose(): void
}

function ScheduleForm({ plan, stores, onClose }: ScheduleFormProps) {
  const { id } = useEnvironment()
  const update = useAction(updateBackupConfig, {
    refreshes: [getBackupConfig],
    onDone() {
      toast(words.saved)
      onClose()
    },
  })
  const first = scheduleValues(plan)
  const form = useApiForm<ScheduleValues>({
    schema: UpdateBackupConfigRequest,
    defaults: { ...first, destination: { id: first.destination.id || (stores[0]?.id ?? '') } },
    toBody: toScheduleBody,
    submit: async (values) =>
      await update.must({ id, body: toScheduleBody(values) }, plan === null ? {} : { ifMatch: plan.version }),
  })
  return (
    <Form
      form={form}
      action={text.common.save}
      onCancel={onClose}
      extra={plan !== null && <TestStore environmentId={id} />}
    >
      <ScheduleFields stores={stores} />
    </Form>
  )
}

/** Tests the saved storage location. */
function TestStore({ environmentId: id }: { environmentId: string }) {
  const test = useAction(testBackupConfig, {
    onDone: ({ durationMs }) => toast(words.tested(formatDuration(durationMs))),
  })
  return (
    <div className="mr-auto flex flex-col gap-2">
      <Button isBusy={test.isBusy} onClick={() => test.run({ id })}>
        {words.test}
      </Button>
      <ProblemCard error={test.error} />
    </div>
  )
}
