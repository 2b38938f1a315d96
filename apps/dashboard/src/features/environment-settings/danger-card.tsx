import type { Environment } from '@longshore/sdk'
import { deleteEnvironment, getEnvironment, getProject, listProjects } from '@longshore/sdk/operations'
import { useNavigate } from '@tanstack/react-router'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useAction } from '../../api/actions.ts'
import { paths } from '../../navigation/paths.ts'
import { text } from '../../text/text.ts'
import { ActionMenu } from '../../ui/action-menu.tsx'
import { Allowed } from '../../ui/allowed.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { toast } from '../../ui/toasts.tsx'
import { StopOrStart } from '../environments/stop-or-start.tsx'
import { DeleteDialog as TrashDialog } from '../trash/delete-dialog.tsx'
import { useDeletedNotice } from '../trash/use-deleted-notice.ts'

export function DangerCard({ environment }: { environment: Environment }) {
  const [isAsking, setAsking] = useState(false)
  const words = text.environmentSettings.danger
  return (
    <Card
      title={words.title}
      actions={
        <ActionMenu
          label={words.title}
          actions={[
            { label: words.delete, call: { operation: deleteEnvironment, parameters: { id: environment.id } } },
          ]}
        />
      }
    >
      <div className="flex flex-col gap-4 text-sm">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="min-w-0 flex-1 basis-64 text-ink-soft">{words.stopNote}</p>
          <Allowed to="deployments:write" hasReason>
            <StopOrStart environment={environment} />
          </Allowed>
        </div>
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="min-w-0 flex-1 basis-64 text-ink-soft">{words.deleteNote}</p>
          <Allowed to={deleteEnvironment} hasReason>
            <Button kind="danger" icon={<Trash2 aria-hidden size={15} />} onClick={() => setAsking(true)}>
              {words.delete}
            </Button>
          </Allowed>
        </div>
      </div>
      {isAsking && <DeleteDialog environment={environment} onClose={() => setAsking(false)} />}
    </Card>
  )
}

function DeleteDialog({ environment, onClose }: { environment: Environment; onClose(): void }) {
  const { id, name, projectId, services } = environment
  const words = text.environmentSettings.danger
  const navigate = useNavigate()
  const notify = useDeletedNotice()
  const [isForced, setForced] = useState(false)
  const [hasBackupsDeleted, setBackupsDeleted] = useState(false)
  const remove = useAction(deleteEnvironment, {
    refreshes: [getEnvironment, getProject, listProjects],
    async onDone(_deleting, { permanent }) {
      const message = words.deleted(name)
      if (permanent === true) toast(message)
      else notify({ name, message, items: [{ kind: 'environment', resourceId: id }] })
      await navigate({ to: paths.project(projectId) })
    },
  })
  return (
    <TrashDialog
      title={words.deleteTitle(name)}
      action={words.delete}
      permanentName={name}
      deletion={remove}
      onConfirm={(permanent) =>
        remove.must({
          id,
          backups: hasBackupsDeleted ? 'delete' : 'keep',
          ...(isForced ? { force: true } : {}),
          ...(permanent ? { permanent } : {}),
        })
      }
      onClose={onClose}
    >
      <p>{words.deleteList(services.map((each) => each.name).join(', ') || text.common.none)}</p>
      <Checkbox
        label={text.backups.deleted.alsoDelete}
        help={text.backups.deleted.keptHelp}
        value={hasBackupsDeleted}
        onChange={setBackupsDeleted}
      />
      <Checkbox label={words.force} value={isForced} onChange={setForced} />
    </TrashDialog>
  )
}
