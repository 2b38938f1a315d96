import type { InstanceMail } from '@longshore/sdk'
import { sendInstanceTestEmail } from '@longshore/sdk/operations'
import { Send } from 'lucide-react'
import { useAction } from '../../api/actions.ts'
import { text } from '../../text/text.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { CodeBlock } from '../../ui/copy.tsx'
import { Facts } from '../../ui/facts.tsx'
import { ProblemCard } from '../../ui/problem-card.tsx'
import { Status } from '../../ui/status.tsx'
import { toast } from '../../ui/toasts.tsx'

const words = text.instance.mail

export function MailCard({ mail: { isSetUp, server, sender } }: { mail: InstanceMail }) {
  return (
    <Card
      title={words.title}
      note={words.note}
      actions={<Status tone={isSetUp ? 'good' : 'warn'}>{isSetUp ? words.setUp : words.missing}</Status>}
    >
      <div className="flex flex-col gap-4">
        {isSetUp ? (
          <>
            <Facts
              facts={[
                { name: words.server, value: server ?? text.common.none },
                { name: words.sender, value: sender ?? text.common.none },
              ]}
            />
            <TestEmail />
          </>
        ) : (
          <>
            <p className="text-sm text-ink-soft">{words.missingNote}</p>
            <CodeBlock>{words.settings}</CodeBlock>
          </>
        )}
      </div>
    </Card>
  )
}

function TestEmail() {
  const send = useAction(sendInstanceTestEmail, { onDone: ({ to }) => toast(words.sent(to)) })
  return (
    <>
      <ProblemCard error={send.error} />
      <div>
        <Button icon={<Send aria-hidden size={15} />} isBusy={send.isBusy} onClick={() => void send.run({})}>
          {words.test}
        </Button>
      </div>
    </>
  )
}
