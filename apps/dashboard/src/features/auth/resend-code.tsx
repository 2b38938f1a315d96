import { resendOtp } from '@longshore/sdk/operations'
import { useEffect, useState } from 'react'
import { useAction } from '../../api/actions.ts'
import { text } from '../../text/text.ts'
import { Button } from '../../ui/button.tsx'
import { ProblemCard } from '../../ui/problem-card.tsx'
import { toast } from '../../ui/toasts.tsx'

const waitSeconds = 30

/** Waits before it offers a new code: emails take a moment, and a new code invalidates the first. */
export function ResendCode({ email, isPrinted }: { email: string; isPrinted: boolean }) {
  const [left, setLeft] = useState(waitSeconds)
  useEffect(() => {
    if (left === 0) return
    const timer = setTimeout(() => setLeft(left - 1), 1_000)
    return () => clearTimeout(timer)
  }, [left])
  const { verify } = text.auth
  const resend = useAction(resendOtp, {
    onDone() {
      setLeft(waitSeconds)
      toast(isPrinted ? verify.operatorReady : verify.sent)
    },
  })
  return (
    <>
      <ProblemCard error={resend.error} />
      <Button
        kind="quiet"
        className="mr-auto"
        disabled={left > 0}
        isBusy={resend.isBusy}
        onClick={() => void resend.run({ body: { email } })}
      >
        {left > 0 ? verify.resendIn(left) : verify.resend}
      </Button>
    </>
  )
}
