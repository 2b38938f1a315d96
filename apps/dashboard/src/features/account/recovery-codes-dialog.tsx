import { Download } from 'lucide-react'
import { text } from '../../text/text.ts'
import { Button } from '../../ui/button.tsx'
import { CodeBlock } from '../../ui/copy.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { saveText } from '../../ui/save-file.ts'

export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose(): void }) {
  const words = text.account.secondFactor
  const lines = codes.join('\n')
  return (
    <Dialog title={words.codesTitle} note={words.codesNote} isOpen onClose={onClose}>
      <CodeBlock label={words.codesTitle}>{lines}</CodeBlock>
      <div className="mt-4 flex flex-wrap justify-end gap-2">
        <Button icon={<Download aria-hidden size={15} />} onClick={() => saveText(words.fileName, [`${lines}\n`])}>
          {words.download}
        </Button>
        <Button kind="primary" onClick={onClose}>
          {words.codesKept}
        </Button>
      </div>
    </Dialog>
  )
}
