import { getSignUp } from '@longshore/sdk/operations'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useRead } from '../../api/queries.ts'
import { text } from '../../text/text.ts'
import { QueryView } from '../../ui/query-view.tsx'
import { AuthCard, footLink } from './auth-card.tsx'
import { nextPageLink } from './next-page.ts'
import { RegisterForm } from './register-form.tsx'
import { SetupNeeded } from './setup-needed.tsx'

export function SignUpPage() {
  const { next, by } = useSearch({ from: '/sign-up' })
  const navigate = useNavigate()
  const signUp = useRead(getSignUp, {})
  const search = next === undefined ? {} : { next }
  const words = text.auth.signUp
  if (signUp.data?.needsSetup === true && by !== 'email') return <SetupNeeded signUp={signUp.data} />
  const isClosed = signUp.data?.isOpen === false
  return (
    <AuthCard
      title={isClosed ? words.closed : words.title}
      note={isClosed ? words.closedNote : signUp.data?.delivery === 'operator' ? words.noMailNote : words.note}
      foot={
        <Link to="/sign-in" search={search} className={footLink}>
          {text.auth.toSignIn}
        </Link>
      }
    >
      <QueryView query={signUp}>
        {({ isOpen }) =>
          isOpen && (
            <RegisterForm
              action={words.action}
              hasOrganization
              onDone={() => void navigate(nextPageLink(next))}
              onPending={(email) => void navigate({ to: '/verify', search: { ...search, email } })}
            />
          )
        }
      </QueryView>
    </AuthCard>
  )
}
