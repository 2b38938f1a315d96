/** Accepts an invitation. People who aren't signed in first sign in or create an account, and then return here. */
import type { User } from '@longshore/sdk'
import { acceptInvitation } from '@longshore/sdk/operations'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useAction } from '../../api/actions.ts'
import { chooseOrganization } from '../../api/organization.ts'
import { refreshUser, resumeSession, sessionStore, signOut } from '../../api/session.ts'
import { useStore } from '../../api/store.ts'
import { text } from '../../text/text.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { ProblemCard } from '../../ui/problem-card.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toasts.tsx'
import { AuthCard } from './auth-card.tsx'
import { forgetLinkToken } from './link-token.ts'
import { RegisterForm } from './register-form.tsx'
import { useLinkToken } from './use-link-token.ts'

const next = '/accept-invitation'

export function AcceptInvitationPage() {
  const token = useLinkToken('invitation')
  const { user } = useStore(sessionStore)
  useEffect(() => void resumeSession().catch(() => undefined), [])
  const words = text.auth.invitation
  if (token === null) return <AuthCard title={words.missing} note={words.missingNote} />
  if (user === undefined)
    return (
      <AuthCard title={words.title}>
        <SkeletonRows rows={2} />
      </AuthCard>
    )
  return user === null ? <ForNewcomers token={token} /> : <ForSignedIn token={token} user={user} />
}

/** Switches to the organization that is new for the user. */
function useWelcome() {
  const navigate = useNavigate()
  return async (before: readonly { id: string }[], user: User | null) => {
    forgetLinkToken('invitation')
    const joined = user?.organizations.find(({ id }) => before.every((each) => each.id !== id))
    if (joined !== undefined) chooseOrganization(joined.id)
    toast(text.auth.invitation.joined)
    await navigate({ to: '/' })
  }
}

function ForSignedIn({ token, user }: { token: string; user: User }) {
  const welcome = useWelcome()
  const accept = useAction(acceptInvitation, {
    onDone: async () => await welcome(user.organizations, await refreshUser()),
  })
  const words = text.auth.invitation
  return (
    <AuthCard
      title={words.title}
      note={words.note}
      foot={
        <Button kind="quiet" onClick={() => void signOut(next)}>
          {text.auth.somebodyElse}
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <p className="text-sm break-words">{words.as(user.email)}</p>
        <ProblemCard error={accept.error} />
        <Button kind="primary" isBusy={accept.isBusy} onClick={() => void accept.run({ body: { token } })}>
          {words.accept}
        </Button>
      </div>
    </AuthCard>
  )
}

function ForNewcomers({ token }: { token: string }) {
  const welcome = useWelcome()
  const navigate = useNavigate()
  const words = text.auth.invitation
  return (
    <AuthCard
      title={words.title}
      note={words.signInNote}
      foot={
        <Link to="/sign-in" search={{ next }} className={buttonClass('secondary')}>
          {words.haveAccount}
        </Link>
      }
    >
      <RegisterForm
        action={text.auth.signUp.action}
        tokens={{ invitationToken: token }}
        onDone={(user) => void welcome([], user)}
        onPending={(email) => void navigate({ to: '/verify', search: { email, next } })}
      />
    </AuthCard>
  )
}
