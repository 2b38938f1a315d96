/** The decisions of a person during an adoption: switch, undo, and remove what was there before. */
import type { Adoption } from '@longshore/sdk'
import { confirmAdoption, getAdoption, getEnvironment, switchAdoption, undoAdoption } from '@longshore/sdk/operations'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useAction } from '../../../api/actions.ts'
import { paths } from '../../../navigation/paths.ts'
import { text } from '../../../text/text.ts'
import { ActionMenu } from '../../../ui/action-menu.tsx'
import { Allowed } from '../../../ui/allowed.tsx'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { formatDuration } from '../../../ui/format.ts'
import { toast } from '../../../ui/toasts.tsx'

const words = text.adoptions.decisions
const refreshes = [getAdoption, getEnvironment]

export function AdoptionDecisions({ adoption }: { adoption: Adoption }) {
  const { status, environmentId: id, composeProject } = adoption
  const [dialog, setDialog] = useState<'switch' | 'undo' | 'confirm' | null>(null)
  const dialogProps = { adoption, onClose: () => setDialog(null) }
  const canSwitch = status === 'ready' || status === 'returned' || status === 'stopped'
  const canUndo = status === 'adopted' || status === 'stopped'
  if (status === 'failed' || status === 'undone')
    return (
      <Link to={paths.environmentSettings(id)} className={buttonClass()}>
        {words.openSettings}
      </Link>
    )
  return (
    <Allowed to={switchAdoption} hasReason>
      {canSwitch && (
        <Button kind="primary" onClick={() => setDialog('switch')}>
          {words.switch}
        </Button>
      )}
      {canUndo && <Button onClick={() => setDialog('undo')}>{words.undo}</Button>}
      {status === 'adopted' && <Button onClick={() => setDialog('confirm')}>{words.confirm}</Button>}
      <ActionMenu
        label={composeProject}
        actions={[
          canSwitch ? { label: words.switch, call: { operation: switchAdoption, parameters: { id } } } : null,
          canUndo ? { label: words.undo, call: { operation: undoAdoption, parameters: { id } } } : null,
          status === 'adopted'
            ? { label: words.confirm, call: { operation: confirmAdoption, parameters: { id, body: {} } } }
            : null,
        ]}
      />
      {dialog === 'switch' && <SwitchDialog {...dialogProps} />}
      {dialog === 'undo' && <UndoDialog {...dialogProps} />}
      {dialog === 'confirm' && <RemoveOldDialog {...dialogProps} />}
    </Allowed>
  )
}

interface DecisionProps {
  adoption: Adoption
  onClose(): void
}

function SwitchDialog({ adoption, onClose }: DecisionProps) {
  const { environmentId: id, composeProject, expectedDowntimeSeconds } = adoption
  const run = useAction(switchAdoption, { refreshes, onDone: onClose })
  return (
    <ConfirmDialog
      title={words.switchTitle(composeProject)}
      action={words.switch}
      isOpen
      isBusy={run.isBusy}
      error={run.error}
      onConfirm={() => void run.run({ id })}
      onClose={onClose}
    >
      <div className="flex flex-col gap-2">
        <p>{words.switchNote}</p>
        {expectedDowntimeSeconds !== null && (
          <p>{text.adoptions.stages.expected(formatDuration(expectedDowntimeSeconds * 1_000))}</p>
        )}
        <p className="text-ink-soft">{words.domainsNote}</p>
      </div>
    </ConfirmDialog>
  )
}

function UndoDialog({ adoption, onClose }: DecisionProps) {
  const { environmentId: id, composeProject } = adoption
  const undo = useAction(undoAdoption, { refreshes, onDone: onClose })
  return (
    <ConfirmDialog
      title={words.undoTitle(composeProject)}
      action={words.undo}
      isOpen
      isBusy={undo.isBusy}
      error={undo.error}
      onConfirm={() => void undo.run({ id })}
      onClose={onClose}
    >
      <p>{words.undoNote}</p>
    </ConfirmDialog>
  )
}

function RemoveOldDialog({ adoption, onClose }: DecisionProps) {
  const { environmentId: id, composeProject } = adoption
  const [removeVolumes, setRemoveVolumes] = useState(false)
  const confirm = useAction(confirmAdoption, {
    refreshes,
    onDone() {
      toast(words.confirmed)
      onClose()
    },
  })
  return (
    <ConfirmDialog
      title={words.confirmTitle(composeProject)}
      action={words.confirm}
      isOpen
      isBusy={confirm.isBusy}
      error={confirm.error}
      onConfirm={() => void confirm.run({ id, body: { removeVolumes } })}
      onClose={onClose}
    >
      <div className="flex flex-col gap-3">
        <p>{words.confirmNote}</p>
        <Checkbox
          label={words.removeVolumes}
          help={words.removeVolumesHelp}
          value={removeVolumes}
          onChange={setRemoveVolumes}
        />
      </div>
    </ConfirmDialog>
  )
}
