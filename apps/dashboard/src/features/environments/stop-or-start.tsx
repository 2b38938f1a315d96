import type { Environment } from '@longshore/sdk'
import { getEnvironment, listDeployments, startEnvironment, stopEnvironment } from '@longshore/sdk/operations'
import { Play, Square } from 'lucide-react'
import { useState } from 'react'
import { useAction } from '../../api/actions.ts'
import { text } from '../../text/text.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { ProblemCard } from '../../ui/problem-card.tsx'
import { toast } from '../../ui/toasts.tsx'

const refreshes = [getEnvironment, listDeployments]

export function StopOrStart({ environment }: { environment: Environment }) {
  const { id, status, liveDeploymentId } = environment
  const words = text.environments
  const start = useAction(startEnvironment, { refreshes, onDone: () => toast(words.started) })
  const [isAsking, setAsking] = useState(false)
  if (status === 'stopped')
    return (
      <>
        <ProblemCard error={start.error} />
        <Button icon={<Play aria-hidden size={15} />} isBusy={start.isBusy} onClick={() => void start.run({ id })}>
          {words.start}
        </Button>
      </>
    )
  return (
    <>
      <Button
        icon={<Square aria-hidden size={15} />}
        disabled={liveDeploymentId === null || status === 'deleting'}
        onClick={() => setAsking(true)}
      >
        {words.stop}
      </Button>
      <StopDialog environment={environment} isOpen={isAsking} onClose={() => setAsking(false)} />
    </>
  )
}

export function StopDialog(props: { environment: Environment; isOpen: boolean; onClose(): void }) {
  const { environment, isOpen, onClose } = props
  const words = text.environments
  const stop = useAction(stopEnvironment, {
    refreshes,
    onDone() {
      onClose()
      toast(words.stopped)
    },
  })
  return (
    <ConfirmDialog
      title={words.stopTitle(environment.name)}
      action={words.stop}
      isOpen={isOpen}
      isBusy={stop.isBusy}
      error={stop.error}
      onConfirm={() => void stop.run({ id: environment.id })}
      onClose={onClose}
    >
      {words.stopNote}
    </ConfirmDialog>
  )
}
