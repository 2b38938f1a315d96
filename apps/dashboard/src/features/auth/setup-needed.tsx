/** Replaces sign-in and sign-up until the first account exists: nothing else works on a new instance. */
import type { SignUp } from '@longshore/sdk'
import { Link } from '@tanstack/react-router'
import { text } from '../../text/text.ts'
import { CodeBlock } from '../../ui/copy.tsx'
import { AuthCard, footLink } from './auth-card.tsx'

const words = text.auth.setupNeeded

export function SetupNeeded({ signUp }: { signUp: SignUp }) {
  const canUseEmail = signUp.isOpen && signUp.delivery === 'email'
  return (
    <AuthCard
      title={words.title}
      note={words.note}
      {...(canUseEmail
        ? {
            foot: (
              <Link to="/sign-up" search={{ by: 'email' }} className={footLink}>
                {words.byEmail}
              </Link>
            ),
          }
        : {})}
    >
      <div className="flex flex-col gap-4 text-sm">
        <div className="flex flex-col gap-1.5">
          <p>{words.run}</p>
          <CodeBlock label={words.commandLabel} isWrapped>
            {text.auth.setup.command}
          </CodeBlock>
        </div>
        <div className="flex flex-col gap-1.5">
          <p>{words.fromSource}</p>
          <CodeBlock label={words.sourceLabel}>{words.sourceCommand}</CodeBlock>
        </div>
        <p className="text-ink-soft">{words.after}</p>
      </div>
    </AuthCard>
  )
}
