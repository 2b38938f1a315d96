/** Approves the sign-in of a program on another device, such as the CLI. */
import type { User } from '@longshore/sdk'
import { DeviceUserCodeRequest as CodeSchema } from '@longshore/sdk/schemas'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { resumeSession, sessionStore, signOut } from '../../api/session.ts'
import { useStore } from '../../api/store.ts'
import { text } from '../../text/text.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { TextField } from '../../ui/form/fields.tsx'
import { Form, useApiForm } from '../../ui/form/form.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { AuthCard } from '../auth/auth-card.tsx'
import { forgetDeviceCode, takeDeviceCode } from './device-code.ts'
import { DeviceDecision } from './device-decision.tsx'

const next = '/device'
const words = text.device

export function DevicePage() {
  const { user } = useStore(sessionStore)
  // Read once: reading removes the fragment, and effects run twice in development.
  const [given] = useState(takeDeviceCode)
  useEffect(() => void resumeSession().catch(() => undefined), [])
  if (user === undefined)
    return (
      <AuthCard title={words.title}>
        <SkeletonRows rows={2} />
      </AuthCard>
    )
  return user === null ? <SignInFirst /> : <ForSignedIn user={user} given={given} />
}

function SignInFirst() {
  return (
    <AuthCard title={words.title} note={words.signInFirst}>
      <div className="flex flex-col gap-2">
        <Link to="/sign-in" search={{ next }} className={buttonClass('primary')}>
          {words.signIn}
        </Link>
        <Link to="/sign-up" search={{ next }} className={buttonClass('secondary')}>
          {words.signUp}
        </Link>
      </div>
    </AuthCard>
  )
}

type Outcome = 'approved' | 'denied'

function ForSignedIn({ user, given }: { user: User; given: string | null }) {
  const [code, setCode] = useState(given)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const finish = (decided: Outcome) => {
    forgetDeviceCode()
    setOutcome(decided)
  }
  const restart = () => {
    forgetDeviceCode()
    setCode(null)
  }
  const another = (
    <Button kind="quiet" onClick={() => void signOut(next)}>
      {text.auth.useAnotherAccount}
    </Button>
  )
  if (outcome !== null)
    return (
      <AuthCard title={words.title}>
        <Notice tone={outcome === 'approved' ? 'good' : 'idle'} title={words.outcomes[outcome].title}>
          {words.outcomes[outcome].note}
        </Notice>
      </AuthCard>
    )
  if (code === null)
    return (
      <AuthCard title={words.title} note={words.enterNote} foot={another}>
        <CodeForm onDone={setCode} />
      </AuthCard>
    )
  return (
    <AuthCard title={words.title} note={text.auth.invitation.as(user.email)} foot={another}>
      <DeviceDecision user={user} code={code} isFromLink={code === given} onDone={finish} onRestart={restart} />
    </AuthCard>
  )
}

function CodeForm({ onDone }: { onDone(code: string): void }) {
  const form = useApiForm<{ userCode: string }>({
    schema: CodeSchema,
    defaults: { userCode: '' },
    submit: async ({ userCode }) => onDone(userCode.trim().toUpperCase()),
  })
  return (
    <Form form={form} action={words.next}>
      <TextField name="userCode" label={words.code} help={words.codeHelp} autoComplete="off" isCode hasFocus />
    </Form>
  )
}
