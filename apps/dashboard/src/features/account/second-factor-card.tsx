import type { MfaSetup, User } from '@longshore/sdk'
import { startMfa } from '@longshore/sdk/operations'
import { useState } from 'react'
import { useAction } from '../../api/actions.ts'
import { text } from '../../text/text.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ProblemCard } from '../../ui/problem-card.tsx'
import { Status } from '../../ui/status.tsx'
import { withRecentSignIn } from '../auth/recent-sign-in.tsx'
import { DisableSecondFactor } from './disable-second-factor.tsx'
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx'
import { SecondFactorSetup } from './second-factor-setup.tsx'

export function SecondFactorCard({ user }: { user: User }) {
  const words = text.account.secondFactor
  const start = useAction(startMfa)
  const [setup, setSetup] = useState<MfaSetup | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const [isEnding, setEnding] = useState(false)
  const begin = async () => {
    const answer = await withRecentSignIn(() => start.must({})).catch(() => null)
    setSetup(answer)
  }
  const card = (
    <Card
      title={words.title}
      note={words.note}
      actions={
        <>
          <Status tone={user.mfaEnabled ? 'good' : 'idle'}>{user.mfaEnabled ? words.on : words.off}</Status>
          {user.mfaEnabled ? (
            <Button onClick={() => setEnding(true)}>{words.end}</Button>
          ) : (
            <Button isBusy={start.isBusy} onClick={() => void begin()}>
              {words.begin}
            </Button>
          )}
        </>
      }
    />
  )
  return (
    <>
      {card}
      <ProblemCard error={start.error} />
      {setup !== null && (
        <SecondFactorSetup
          setup={setup}
          onClose={() => setSetup(null)}
          onDone={(recoveryCodes) => {
            setSetup(null)
            setCodes(recoveryCodes)
          }}
        />
      )}
      {codes !== null && <RecoveryCodesDialog codes={codes} onClose={() => setCodes(null)} />}
      {isEnding && <DisableSecondFactor onClose={() => setEnding(false)} />}
    </>
  )
}
