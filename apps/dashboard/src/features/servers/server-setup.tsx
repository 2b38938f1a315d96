/** The command that lets Longshore into a new server. */
import type { Server } from '@longshore/sdk'
import { text } from '../../text/text.ts'
import { Card } from '../../ui/card.tsx'
import { CodeBlock } from '../../ui/copy.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { Notice } from '../../ui/notice.tsx'
import { isWaitingForKey } from './server-state.ts'

const words = text.serverPage.setup

export function ServerSetup({ server }: { server: Server }) {
  if (server.setupCommand === null || !isWaitingForKey(server)) return null
  return (
    <Card title={words.title} note={words.note(server.username)}>
      <div className="flex flex-col gap-4">
        <CodeBlock label={words.command}>{server.setupCommand}</CodeBlock>
        <Notice tone="busy">{words.waiting}</Notice>
        <Disclosure title={words.publicKey}>
          <CodeBlock label={words.publicKey}>{server.publicKey}</CodeBlock>
        </Disclosure>
      </div>
    </Card>
  )
}
