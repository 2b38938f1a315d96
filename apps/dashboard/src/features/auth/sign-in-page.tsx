import { useNavigate, useSearch } from '@tanstack/react-router'
import { text } from '../../text/text.ts'
import { SignInForm } from './sign-in-form.tsx'

export function SignInPage() {
  const { next } = useSearch({ from: '/sign-in' })
  const navigate = useNavigate()
  return (
    <main className="mx-auto max-w-sm px-4 py-16">
      <h1 className="mb-6 text-xl font-semibold">{text.auth.signIn}</h1>
      <SignInForm onDone={() => void navigate({ href: next ?? '/' })} />
    </main>
  )
}
