import type { ServerSecurity } from '@longshore/sdk'
import { text } from '../../text/text.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Status, type Tone } from '../../ui/status.tsx'
import { describeSecurity } from './security-findings.ts'
import { securityStateOf } from './server-state.ts'

const words = text.security
/** The ring has the color of the state: a high score doesn't make a severe finding harmless. */
const strokes: Record<Tone, string> = {
  good: 'stroke-good',
  warn: 'stroke-warn',
  bad: 'stroke-bad',
  busy: 'stroke-busy',
  idle: 'stroke-line-strong',
  paused: 'stroke-line-strong',
  info: 'stroke-accent',
}
const length = 2 * Math.PI * 26

export function SecurityScore({ security }: { security: ServerSecurity }) {
  const { state, score, scannedAt, nextScanAt } = security
  const { tone, label } = securityStateOf(state)
  return (
    <div className="flex items-center gap-4">
      <svg
        role="img"
        aria-label={`${words.score}: ${score === null ? words.states.unknown : words.scoreOf(score)}`}
        viewBox="0 0 64 64"
        className="size-16 shrink-0"
      >
        <circle cx="32" cy="32" r="26" fill="none" strokeWidth="6" className="stroke-sunken" />
        <circle
          cx="32"
          cy="32"
          r="26"
          fill="none"
          strokeWidth="6"
          strokeLinecap="round"
          strokeDasharray={`${((score ?? 0) / 100) * length} ${length}`}
          transform="rotate(-90 32 32)"
          className={score === null || score === 0 ? 'stroke-transparent' : strokes[tone]}
        />
        <text x="32" y="37" textAnchor="middle" className="fill-ink text-[15px] font-semibold">
          {score ?? '–'}
        </text>
      </svg>
      <div className="min-w-0 text-sm">
        <Status tone={tone}>{label}</Status>
        <p className="mt-1">{describeSecurity(security)}</p>
        <p className="mt-0.5 text-xs text-ink-soft">
          {scannedAt !== null && (
            <>
              {words.scanned} <RelativeTime at={scannedAt} />
            </>
          )}
          {scannedAt !== null && nextScanAt !== null && ' · '}
          {nextScanAt !== null && (
            <>
              {words.nextScan} <RelativeTime at={nextScanAt} />
            </>
          )}
        </p>
      </div>
    </div>
  )
}
