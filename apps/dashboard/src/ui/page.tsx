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
    <div
      className={classNames('mx-auto w-full px-4 pt-3 pb-8 sm:px-6 sm:pt-6', isNarrow ? 'max-w-3xl' : 'max-w-[120rem]')}
    >
      {crumbs.length > 0 && <Breadcrumbs crumbs={crumbs} />}
      <header className="mb-4 sm:mb-5">
        {/* On phones, the actions stay beside the title as long as both fit, so that the content starts early. */}
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <div className="flex min-w-0 flex-1 basis-32 flex-wrap items-center gap-x-3 gap-y-1">
            <h1 tabIndex={-1} className="min-w-0 text-xl font-semibold tracking-tight break-words outline-none">
              {title}
            </h1>
            {badge}
          </div>
          {actions !== undefined && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
        </div>
        {note !== undefined && <div className="mt-0.5 text-sm text-ink-soft sm:mt-1">{note}</div>}
      </header>
      <div className="flex flex-col gap-4 sm:gap-5">{children}</div>
    </div>
  )
}

function Breadcrumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  return (
    <nav aria-label={text.common.breadcrumbs} className="mb-0.5 text-sm text-ink-soft sm:mb-1">
      <ol className="flex items-center gap-x-1.5">
        {crumbs.map(({ label, to }, index) => (
          <li key={to} className="flex min-w-0 items-center gap-x-1.5">
            <Link to={to} className="truncate rounded-sm hover:text-ink hover:underline">
              {label}
            </Link>
            {index < crumbs.length - 1 && (
              <span aria-hidden className="text-ink-faint">
                {'/'}
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
