/** The open part of a dialog. */
import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { useState } from 'react'
import { text } from '../text/text.ts'
import { IconButton } from './button.tsx'
import { classNames } from './class-names.ts'
import type { DialogProps } from './dialog-props.ts'

export function DialogWindow({ title, note, isOpen, onClose, children, isWide = false }: DialogProps) {
  const [opener] = useState(() => document.activeElement)
  return (
    <Radix.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-overlay backdrop-blur-[1.5px]" />
        <Radix.Content
          {...(note === undefined ? { 'aria-describedby': undefined } : {})}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            if (opener instanceof HTMLElement) opener.focus()
          }}
          className={classNames(
            'fixed inset-x-2 top-[5vh] z-50 mx-auto flex max-h-[90dvh] flex-col overflow-hidden rounded-xl border border-line bg-raised shadow-2xl',
            isWide ? 'max-w-4xl' : 'max-w-lg',
          )}
        >
          <header className="flex items-start justify-between gap-4 border-b border-line px-5 py-3.5">
            <div className="min-w-0">
              <Radix.Title className="font-semibold break-words">{title}</Radix.Title>
              {note !== undefined && (
                <Radix.Description asChild>
                  <div className="mt-0.5 text-sm text-ink-soft">{note}</div>
                </Radix.Description>
              )}
            </div>
            <Radix.Close asChild>
              <IconButton label={text.common.close} icon={<X aria-hidden size={18} />} className="-mr-2" />
            </Radix.Close>
          </header>
          {/* The padding is inside, so that a sticky bar reaches the edge and nothing scrolls below it. */}
          <div className="scroll-pb-20 overflow-y-auto">
            <div className="px-5 py-4">{children}</div>
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
