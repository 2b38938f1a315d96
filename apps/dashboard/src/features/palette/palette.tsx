import { text } from '../../text/text.ts'
import { Dialog } from '../../ui/dialog.tsx'

export function Palette({ onClose }: { onClose(): void }) {
  return (
    <Dialog title={text.shell.palette} isOpen onClose={onClose}>
      {text.shell.palette}
    </Dialog>
  )
}
