import { LoaderCircle } from 'lucide-react'
import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { classNames } from './class-names.ts'

export type ButtonKind = 'primary' | 'secondary' | 'quiet' | 'danger'

const base =
  'inline-flex min-h-9 items-center justify-center gap-2 rounded-md px-3 py-1.5 text-sm font-medium whitespace-nowrap transition-colors disabled:opacity-55'
const kinds: Record<ButtonKind, string> = {
  primary: 'bg-accent text-accent-ink shadow-sm not-disabled:hover:bg-accent-hover',
  secondary:
    'border border-line-strong/45 bg-surface text-ink shadow-xs not-disabled:hover:border-line-strong not-disabled:hover:bg-sunken',
  quiet: 'text-ink-soft not-disabled:hover:bg-ink/6 not-disabled:hover:text-ink',
  danger: 'border border-bad/55 bg-surface text-bad shadow-xs not-disabled:hover:bg-bad-soft',
}

/** Button styles, for links that look like buttons. */
export function buttonClass(kind: ButtonKind = 'secondary'): string {
  return classNames(base, kinds[kind])
}

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  kind?: ButtonKind
  /** In progress; the button is disabled. */
  isBusy?: boolean
  icon?: ReactNode
}

export function Button({ kind = 'secondary', isBusy = false, icon, children, className, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      disabled={rest.disabled === true || isBusy}
      aria-busy={isBusy || undefined}
      className={classNames(buttonClass(kind), className)}
    >
      {isBusy ? <LoaderCircle aria-hidden size={16} className="animate-spin" /> : icon}
      {children}
    </button>
  )
}

/** A button with only an icon needs a label for screen readers. */
export function IconButton({ label, icon, className, ...rest }: Omit<ButtonProps, 'children'> & { label: string }) {
  return (
    <button
      type="button"
      title={label}
      aria-label={label}
      {...rest}
      className={classNames(
        'inline-flex size-9 items-center justify-center rounded-md text-ink-soft transition-colors not-disabled:hover:bg-ink/6 not-disabled:hover:text-ink disabled:opacity-55',
        className,
      )}
    >
      {icon}
    </button>
  )
}
