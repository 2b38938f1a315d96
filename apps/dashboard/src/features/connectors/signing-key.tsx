import { text } from '../../text/text.ts'
import { CodeBlock } from '../../ui/copy.tsx'

export function SigningKey({ secret }: { secret: string }) {
  const { secret: words } = text.connectors
  return (
    <div className="text-sm">
      <p className="font-medium">{words.title}</p>
      <p className="mt-0.5 mb-2 text-ink-soft">{words.note}</p>
      <CodeBlock label={words.title}>{secret}</CodeBlock>
    </div>
  )
}
