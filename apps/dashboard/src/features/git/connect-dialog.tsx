import type { GitProvider } from '@longshore/sdk'
import { useState } from 'react'
import { text } from '../../text/text.ts'
import { ChoiceCards } from '../../ui/choice-cards.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { AppForm } from './app-form.tsx'
import { TokenForm } from './token-form.tsx'

const words = text.git

export interface ConnectDialogProps {
  /** The connection whose token is replaced. */
  renewed?: GitProvider
  onClose(): void
}

export function ConnectDialog({ renewed, onClose }: ConnectDialogProps) {
  const [way, setWay] = useState<'token' | 'app'>('token')
  return (
    <Dialog title={renewed === undefined ? words.tokenTitle : words.renew} isOpen onClose={onClose}>
      <div className="flex flex-col gap-4">
        {renewed === undefined && (
          <ChoiceCards
            label={words.ways}
            value={way}
            onChange={setWay}
            choices={[
              { value: 'token', label: words.byToken, note: words.byTokenNote },
              { value: 'app', label: words.byApp, note: words.byAppNote },
            ]}
          />
        )}
        {way === 'token' ? <TokenForm renewed={renewed} onDone={onClose} /> : <AppForm />}
      </div>
    </Dialog>
  )
}
