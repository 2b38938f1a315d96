import { useNavigate } from '@tanstack/react-router'
import { text } from '../../text/text.ts'
import { CodeBlock } from '../../ui/copy.tsx'
import { AuthCard } from './auth-card.tsx'
import { forgetLinkToken } from './link-token.ts'
import { RegisterForm } from './register-form.tsx'
import { useLinkToken } from './use-link-token.ts'

export function SetupPage() {
  const setupToken = useLinkToken('setup')
  const navigate = useNavigate()
  const words = text.auth.setup
  if (setupToken === null)
    return (
      <AuthCard title={words.missing} note={words.missingNote}>
        <CodeBlock isWrapped>{words.command}</CodeBlock>
      </AuthCard>
    )
  const finish = () => {
    forgetLinkToken('setup')
    void navigate({ to: '/' })
  }
  return (
    <AuthCard title={words.title} note={words.note}>
      <RegisterForm action={words.action} tokens={{ setupToken }} hasOrganization onDone={finish} onPending={finish} />
    </AuthCard>
  )
}
