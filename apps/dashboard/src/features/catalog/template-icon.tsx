import type { TemplateSummary } from '@longshore/sdk'
import { text } from '../../text/text.ts'
import { Status } from '../../ui/status.tsx'
import { inkFor } from './icon-ink.ts'

/** Letters on the app's color. The name is always next to it, so it's decoration. */
export function TemplateIcon({ icon }: { icon: TemplateSummary['icon'] }) {
  return (
    <span
      aria-hidden
      className="grid size-10 shrink-0 place-items-center rounded-lg text-sm font-semibold"
      style={{ backgroundColor: icon.color, color: inkFor(icon.color) }}
    >
      {icon.text}
    </span>
  )
}

export function TestedStatus({ isTested }: { isTested: boolean }) {
  return isTested ? (
    <Status tone="good">{text.catalog.tested}</Status>
  ) : (
    <Status tone="idle">{text.catalog.unverified}</Status>
  )
}
