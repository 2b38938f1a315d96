/** Accepts an invitation. People who aren't signed in first sign in or create an account, and then return here. */
import type { InvitationPreview, User } from '@longshore/sdk'
import { acceptInvitation, previewInvitation } from '@longshore/sdk/operations'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useAction } from '../../api/actions.ts'
import { chooseOrganization } from '../../api/organization.ts'
import { useRead } from '../../api/queries.ts'
import { refreshUser, resumeSession, sessionStore, signOut } from '../../api/session.ts'
import { useStore } from '../../api/store.ts'
import { text } from '../../text/text.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ProblemCard } from '../../ui/problem-card.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toasts.tsx'
import { AuthCard } from './auth-card.tsx'
import { forgetLinkToken } from './link-token.ts'
import { RegisterForm } from './register-form.tsx'
import { useLinkToken } from './use-link-token.ts'

const next = '/accept-invitation'
const words = text.auth.invitation

export function AcceptInvitationPage() {
  const token = useLinkToken('invitation')
  useEffect(() => void resumeSession().catch(() => undefined), [])
  if (token === null) return <AuthCard title={words.missing} note={words.missingNote} />
  return <Invitation token={token} />
}

function Invitation({ token }: { token: string }) {
  const { user } = useStore(sessionStore)
  const preview = useRead(previewInvitation, { body: { token } })
  // Read again after it was accepted, the invitation is invalid. What was shown stays.
  if (preview.error !== null && preview.data === undefined)
    return (
      <AuthCard title={words.title}>
        <ProblemCard error={preview.error} />
      </AuthCard>
    )
  if (user === undefined || preview.data === undefined)
    return (
      <AuthCard title={words.title}>
        <SkeletonRows rows={2} />
      </AuthCard>
    )
  const shown = { token, invitation: preview.data }
  return user === null ? <ForNewcomers {...shown} /> : <ForSignedIn {...shown} user={user} />
}

interface Shown {
  token: string
  invitation: InvitationPreview
}

function noteOf({ invitedBy, role }: InvitationPreview): string {
  return words.note(invitedBy ?? words.unknownInviter, text.team.roles[role])
}

/** Switches to the organization that is new for the user. */
function useWelcome() {
  const navigate = useNavigate()
  return async (before: readonly { id: string }[], user: User | null) => {
    forgetLinkToken('invitation')
    const joined = user?.organizations.find(({ id }) => before.every((each) => each.id !== id))
    if (joined !== undefined) chooseOrganization(joined.id)
    toast(words.joined)
    await navigate({ to: '/' })
  }
}

function ForSignedIn({ token, invitation, user }: Shown & { user: User }) {
  const welcome = useWelcome()
  const accept = useAction(acceptInvitation, {
    onDone: async () => await welcome(user.organizations, await refreshUser()),
  })
  const isForUser = user.email.toLowerCase() === invitation.email.toLowerCase()
  const another = (
    <Button kind={isForUser ? 'quiet' : 'primary'} onClick={() => void signOut(next)}>
      {text.auth.useAnotherAccount}
    </Button>
  )
  return (
    <AuthCard
      title={words.join(invitation.organization)}
      note={noteOf(invitation)}
      {...(isForUser ? { foot: another } : {})}
    >
      {isForUser ? (
        <div className="flex flex-col gap-4">
          <p className="text-sm break-words">{words.as(user.email)}</p>
          <ProblemCard error={accept.error} />
          <Button kind="primary" isBusy={accept.isBusy} onClick={() => void accept.run({ body: { token } })}>
            {words.accept}
          </Button>
        </div>
      ) : (
        <div className="flex flex-col gap-4">
          <Notice tone="warn">{words.forAnother(invitation.email, user.email)}</Notice>
          {another}
        </div>
      )}
    </AuthCard>
  )
}

function ForNewcomers({ token, invitation }: Shown) {
  const welcome = useWelcome()
  const navigate = useNavigate()
  return (
    <AuthCard
      title={words.join(invitation.organization)}
      note={noteOf(invitation)}
      foot={
        <Link to="/sign-in" search={{ next }} className={buttonClass('secondary')}>
          {words.haveAccount}
        </Link>
      }
    >
      <RegisterForm
        action={text.auth.signUp.action}
        email={invitation.email}
        tokens={{ invitationToken: token }}
        onDone={(user) => void welcome([], user)}
        onPending={(email) => void navigate({ to: '/verify', search: { email, next } })}
      />
    </AuthCard>
  )
}
