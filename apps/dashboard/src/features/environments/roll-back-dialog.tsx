/** Asks before a rollback and says what it doesn't restore. */
import type { Deployment } from '@longshore/sdk'
import { getEnvironment, listDeployments, rollBackDeployment } from '@longshore/sdk/operations'
import { useNavigate } from '@tanstack/react-router'
import { useAction } from '../../api/actions.ts'
import { paths } from '../../navigation/paths.ts'
import { text } from '../../text/text.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'

export function RollBackDialog(props: { deployment: Deployment; isOpen: boolean; onClose(): void }) {
  const { deployment, isOpen, onClose } = props
  const { id: did, environmentId: id, number } = deployment
  const navigate = useNavigate()
  const words = text.deployments
  const rollBack = useAction(rollBackDeployment, {
    refreshes: [getEnvironment, listDeployments],
    async onDone(started) {
      onClose()
      await navigate({ to: paths.deployment(id, started.id) })
    },
  })
  return (
    <ConfirmDialog
      title={words.rollBackTitle(number)}
      action={words.rollBack}
      isOpen={isOpen}
      isBusy={rollBack.isBusy}
      error={rollBack.error}
      onConfirm={() => rollBack.run({ id, did })}
      onClose={onClose}
    >
      <p>{words.rollBackDoes(number)}</p>
      <p className="mt-2 font-medium">{words.rollBackKeeps}</p>
    </ConfirmDialog>
  )
}
