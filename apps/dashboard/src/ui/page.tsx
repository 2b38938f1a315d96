/** A page. Its title is the only first-level heading and the title of the browser tab. */
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { text } from '../text/text.ts'
import { classNames } from './class-names.ts'

export interface Crumb {
  label: string
  to: string
}

export interface PageProps {
  title: string
  note?: ReactNode
  /** Shown next to the title, for example a status. */
  badge?: ReactNode
  crumbs?: readonly Crumb[]
  actions?: ReactNode
  children: ReactNode
  /** Limits the width, for forms and text. */
  isNarrow?: boolean
}

export function Page({ title, note, badge, crumbs = [], actions, children, isNarrow = false }: PageProps) {
  useEffect(() => {
    document.title = `${title} – ${text.common.product}`
  }, [title])
  return (
    <div className={classNames('mx-auto w-full px-4 py-6 sm:px-6', isNarrow ? 'max-w-3xl' : 'max-w-[100rem]')}>
      {crumbs.length > 0 && (
        <nav aria-label={text.common.breadcrumbs} className="mb-1 text-sm text-ink-soft">
          <ol className="flex flex-wrap items-center gap-x-1.5">
            {crumbs.map(({ label, to }) => (
              <li key={to} className="flex min-w-0 items-center gap-x-1.5">
                <Link to={to} className="truncate rounded-sm hover:text-ink hover:underline">
                  {label}
                </Link>
                <span aria-hidden>{'/'}</span>
              </li>
            ))}
          </ol>
        </nav>
      )}
      <header className="mb-5 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h1 tabIndex={-1} className="min-w-0 text-xl font-semibold break-words outline-none">
              {title}
            </h1>
            {badge}
          </div>
          {note !== undefined && <div className="mt-1 text-sm text-ink-soft">{note}</div>}
        </div>
        {actions !== undefined && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </header>
      <div className="flex flex-col gap-5">{children}</div>
    </div>
  )
}
