/** A page that broke: the rest of the dashboard goes on. */
import type { ErrorComponentProps } from '@tanstack/react-router'
import { ProblemCard } from '../ui/problem-card.tsx'

export function PageError({ error, reset }: ErrorComponentProps) {
  return (
    <div className="mx-auto max-w-3xl p-6">
      <ProblemCard error={error} onRetry={reset} />
    </div>
  )
}
