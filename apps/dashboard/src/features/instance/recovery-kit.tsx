import type { Instance } from '@longshore/sdk'
import { text } from '../../text/text.ts'
import { Card } from '../../ui/card.tsx'
import { CodeBlock } from '../../ui/copy.tsx'
import { Facts } from '../../ui/facts.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Status } from '../../ui/status.tsx'

const words = text.instance.kit

/** A command on the machine prints the keys. No API endpoint returns them. */
export function RecoveryKit({ kit }: { kit: NonNullable<Instance['recoveryKit']> }) {
  const exportedAt = kit.exportedAt === null ? text.common.never : <RelativeTime at={kit.exportedAt} />
  return (
    <Card
      title={words.title}
      note={words.note}
      actions={<Status tone={kit.isNeeded ? 'warn' : 'good'}>{kit.isNeeded ? words.needed : words.kept}</Status>}
    >
      <Facts facts={[{ name: words.exportedAt, value: exportedAt }]} />
      <p className="text-sm text-ink-soft">{words.how}</p>
      <CodeBlock>{words.command}</CodeBlock>
    </Card>
  )
}
