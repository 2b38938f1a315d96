/** Copies text to the clipboard. */
import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { text } from '../text/text.ts'
import { IconButton } from './button.tsx'
import { classNames } from './class-names.ts'
import { toast } from './toasts.tsx'

const shownMs = 2_000

export async function copyText(value: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(value)
    return true
  } catch {
    toast(text.common.copyFailed, { tone: 'bad' })
    return false
  }
}

function useCopy(value: string) {
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    if (!(await copyText(value))) return
    setCopied(true)
    setTimeout(() => setCopied(false), shownMs)
  }
  return { copy, icon: isCopied ? <Check aria-hidden size={15} /> : <Copy aria-hidden size={15} />, isCopied }
}

export function CopyIcon({ value, label }: { value: string; label: string }) {
  const { copy, icon, isCopied } = useCopy(value)
  return <IconButton label={isCopied ? text.common.copied : label} icon={icon} onClick={copy} className="size-7" />
}

/** A line or block of text with a copy button. */
export interface CodeBlockProps {
  children: string
  label?: string
  /** Breaks long lines instead of scrolling sideways. */
  isWrapped?: boolean
}

export function CodeBlock({ children, label, isWrapped = false }: CodeBlockProps) {
  return (
    <div className="flex items-start rounded-md border border-line bg-sunken">
      <pre
        tabIndex={0}
        {...(label === undefined ? {} : { role: 'region', 'aria-label': label })}
        className={classNames(
          'max-h-80 min-w-0 flex-1 overflow-auto px-3 py-2.5 text-[0.82rem] leading-relaxed',
          isWrapped && 'break-words whitespace-pre-wrap',
        )}
      >
        {children}
      </pre>
      <span className="shrink-0 p-1.5">
        <CopyIcon value={children} label={text.common.copy} />
      </span>
    </div>
  )
}
