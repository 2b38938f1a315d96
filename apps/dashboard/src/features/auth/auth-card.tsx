/** Layout for pages without a session: one card in the middle. */
import { type ReactNode, useEffect } from 'react'
import { text } from '../../text/text.ts'
import { Logo } from '../../ui/logo.tsx'

export interface AuthCardProps {
  title: string
  note?: ReactNode
  children?: ReactNode
  /** Links to other pages, below the card. */
  foot?: ReactNode
}

export function AuthCard({ title, note, children, foot }: AuthCardProps) {
  useEffect(() => {
    document.title = `${title} – ${text.common.product}`
  }, [title])
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center px-4 py-10">
      <div className="w-full max-w-sm">
        <p className="mb-6 flex justify-center text-lg">
          <Logo size={34} />
        </p>
        <div className="rounded-xl border border-line bg-surface p-6 shadow-sm">
          <h1 className="text-lg font-semibold">{title}</h1>
          {note !== undefined && <div className="mt-1 text-sm text-balance text-ink-soft">{note}</div>}
          {children !== undefined && <div className="mt-5">{children}</div>}
        </div>
        {foot !== undefined && (
          <div className="mt-4 flex flex-col items-center gap-1.5 text-center text-sm text-ink-soft">{foot}</div>
        )}
      </div>
    </main>
  )
}

export const footLink = 'rounded-sm text-accent underline-offset-2 hover:underline'
