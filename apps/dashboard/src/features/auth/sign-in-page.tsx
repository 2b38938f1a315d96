import { getSignUp } from '@longshore/sdk/operations'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { useRead } from '../../api/queries.ts'
import { resumeSession, sessionStore } from '../../api/session.ts'
import { useStore } from '../../api/store.ts'
import { text } from '../../text/text.ts'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { AuthCard, footLink } from './auth-card.tsx'
import { nextPageLink } from './next-page.ts'
import { SetupNeeded } from './setup-needed.tsx'
import { SignInForm } from './sign-in-form.tsx'

export function SignInPage() {
  const { next } = useSearch({ from: '/sign-in' })
  const navigate = useNavigate()
  const signUp = useRead(getSignUp, {})
  const openNextPage = useEffectEvent(() => void navigate({ ...nextPageLink(next), replace: true }))
  const { user } = useStore(sessionStore)
  // Also after a sign-in in another tab, and when a signed-in person opens this page.
  useEffect(() => {
    if (user) openNextPage()
    else if (user === undefined) void resumeSession().catch(() => undefined)
  }, [user])
  if (signUp.data?.needsSetup === true) return <SetupNeeded signUp={signUp.data} />
  const search = next === undefined ? {} : { next }
  // Otherwise a new instance would show the form for a moment.
  const isUnknown = signUp.isPending && signUp.failureCount === 0
  return (
    <AuthCard
      title={text.auth.signInTitle}
      foot={
        <>
          <Link to="/forgot-password" className={footLink}>
            {text.auth.forgot}
          </Link>
          {signUp.data?.isOpen === true && (
            <p>
              {text.auth.noAccount}{' '}
              <Link to="/sign-up" search={search} className={footLink}>
                {text.auth.createAccount}
              </Link>
            </p>
          )}
        </>
      }
    >
      {isUnknown ? (
        <SkeletonRows rows={3} />
      ) : (
        <SignInForm
          onDone={() => undefined}
          onUnverified={(email) => void navigate({ to: '/verify', search: { ...search, email } })}
        />
      )}
    </AuthCard>
  )
}
