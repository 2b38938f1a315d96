/** Replaces a page that crashed. The rest of the dashboard keeps working. */
import type { ErrorComponentProps } from '@tanstack/react-router'
import { ProblemCard } from '../ui/problem-card.tsx'

export function PageError({ error, reset }: ErrorComponentProps) {
  return (
    <div className="mx-auto max-w-3xl p-6">
      <ProblemCard error={error} onRetry={reset} />
    </div>
  )
}
