import { getSignUp } from '@longshore/sdk/operations'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { useRead } from '../../api/queries.ts'
import { resumeSession, sessionStore } from '../../api/session.ts'
import { useStore } from '../../api/store.ts'
import { text } from '../../text/text.ts'
import { AuthCard, footLink } from './auth-card.tsx'
import { nextPageLink } from './next-page.ts'
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
  const search = next === undefined ? {} : { next }
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
      <SignInForm
        onDone={() => undefined}
        onUnverified={(email) => void navigate({ to: '/verify', search: { ...search, email } })}
      />
    </AuthCard>
  )
}
