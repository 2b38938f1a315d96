import { text } from '../../text/text.ts'
import { Button } from '../../ui/button.tsx'
import { CodeBlock } from '../../ui/copy.tsx'
import { Dialog } from '../../ui/dialog.tsx'

const words = text.tokens.secret

export function NewTokenDialog({ token, onClose }: { token: string; onClose(): void }) {
  const curl = `curl -H "Authorization: Bearer $LONGSHORE_TOKEN" ${globalThis.location.origin}/api/v1/projects`
  return (
    <Dialog title={words.title} note={words.note} isOpen onClose={onClose}>
      <CodeBlock label={words.title}>{token}</CodeBlock>
      <p className="mt-4 mb-1.5 text-sm font-medium">{words.use}</p>
      <CodeBlock label={words.use}>{curl}</CodeBlock>
      <div className="mt-4 flex justify-end">
        <Button kind="primary" onClick={onClose}>
          {words.done}
        </Button>
      </div>
    </Dialog>
  )
}
