/** Rotates the signing key of a webhook. For one day, both keys sign. */
import type { Connector, RotatedConnectorSecret } from '@longshore/sdk'
import { getConnector, rotateConnectorSecret } from '@longshore/sdk/operations'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { useAction } from '../../api/actions.ts'
import { text } from '../../text/text.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ProblemCard } from '../../ui/problem-card.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { SigningKey } from './signing-key.tsx'

export function RotateSecret({ connector: { id } }: { connector: Connector }) {
  const { rotate } = text.connectors
  const [isOpen, setOpen] = useState(false)
  const [rotated, setRotated] = useState<RotatedConnectorSecret | null>(null)
  const action = useAction(rotateConnectorSecret, { refreshes: [getConnector], onDone: setRotated })
  const close = () => {
    setOpen(false)
    setRotated(null)
    action.forget()
  }
  return (
    <>
      <Button icon={<KeyRound aria-hidden size={15} />} onClick={() => setOpen(true)}>
        {rotate.action}
      </Button>
      <Dialog title={rotated === null ? rotate.title : rotate.action} isOpen={isOpen} onClose={close}>
        <div className="flex flex-col gap-4 text-sm">
          {rotated === null ? (
            <p>{rotate.note}</p>
          ) : (
            <>
              <SigningKey secret={rotated.secret} />
              <p className="text-ink-soft">
                {rotate.until} <RelativeTime at={rotated.previousValidUntil} />
              </p>
            </>
          )}
          <ProblemCard error={action.error} />
          <div className="flex justify-end gap-2">
            <Button onClick={close}>{rotated === null ? text.common.cancel : text.connectors.done}</Button>
            {rotated === null && (
              <Button kind="primary" isBusy={action.isBusy} onClick={() => action.run({ id })}>
                {rotate.action}
              </Button>
            )}
          </div>
        </div>
      </Dialog>
    </>
  )
}
