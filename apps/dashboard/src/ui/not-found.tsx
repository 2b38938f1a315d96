/** Shown inside the shell for a deleted resource or an unknown path. */
import { Link, useMatches } from '@tanstack/react-router'
import { Compass } from 'lucide-react'
import { text } from '../text/text.ts'
import { buttonClass } from './button.tsx'
import { EmptyState } from './empty-state.tsx'

export function NotFound() {
  const { title, note, home } = text.common.notFound
  // The shell already has a `main` element.
  const isFramed = useMatches({ select: (matches) => matches.some(({ routeId }) => routeId.startsWith('/app')) })
  const Part = isFramed ? 'div' : 'main'
  return (
    <Part className="py-16">
      <h1 className="sr-only">{title}</h1>
      <EmptyState icon={Compass} title={title} note={note}>
        <Link to="/" className={buttonClass('primary')}>
          {home}
        </Link>
      </EmptyState>
    </Part>
  )
}
