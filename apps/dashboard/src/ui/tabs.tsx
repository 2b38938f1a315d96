/** Tabs that are links, so that each page has a URL. */
import { Link, useRouterState } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

export interface TabLink {
  label: string
  to: string
  /** Set for the first tab, whose path is a prefix of all others. */
  isExact?: boolean
  count?: number
}

export function TabLinks({ label, tabs }: { label: string; tabs: readonly TabLink[] }) {
  const bar = useRef<HTMLElement>(null)
  const path = useRouterState({ select: ({ location }) => location.pathname })
  // Phones show only some of the tabs at once.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has another tab
  useEffect(() => {
    const current = bar.current?.querySelector('[aria-current=page]')
    if (bar.current === null || !(current instanceof HTMLElement)) return
    bar.current.scrollLeft = current.offsetLeft - (bar.current.clientWidth - current.offsetWidth) / 2
  }, [path])
  return (
    <nav
      ref={bar}
      aria-label={label}
      className="relative -mx-4 overflow-x-auto border-b border-line px-4 [scrollbar-width:none] sm:mx-0 sm:px-0"
    >
      <ul className="flex gap-1">
        {tabs.map(({ label: name, to, isExact = false, count }) => (
          <li key={to}>
            <Link
              to={to}
              activeOptions={{ exact: isExact }}
              className="inline-flex items-center gap-1.5 border-b-2 border-transparent px-2.5 py-2 text-sm whitespace-nowrap text-ink-soft hover:text-ink focus-visible:-outline-offset-2"
              activeProps={{ className: 'border-accent! text-ink! font-medium', 'aria-current': 'page' }}
            >
              {name}
              {count !== undefined && count > 0 && (
                <span className="rounded-full bg-sunken px-1.5 text-xs text-ink-soft">{count}</span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
