import { Link } from '@tanstack/react-router'
import { Compass } from 'lucide-react'
import { text } from '../text/text.ts'
import { buttonClass } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'

export function NotFound() {
  const { title, note, home } = text.common.notFound
  return (
    <main className="py-16">
      <EmptyState icon={Compass} title={title} note={note}>
        <Link to="/" className={buttonClass('primary')}>
          {home}
        </Link>
      </EmptyState>
    </main>
  )
}
