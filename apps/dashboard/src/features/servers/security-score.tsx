import type { ServerSecurity } from '@longshore/sdk'
import { text } from '../../text/text.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Status } from '../../ui/status.tsx'
import { securityStateOf } from './server-state.ts'

const words = text.security
const length = 2 * Math.PI * 26

export function SecurityScore({ security: { state, score, scannedAt, nextScanAt } }: { security: ServerSecurity }) {
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
          className={score === null || score === 0 ? 'stroke-transparent' : strokeOf(score)}
        />
        <text x="32" y="37" textAnchor="middle" className="fill-ink text-[15px] font-semibold">
          {score ?? '–'}
        </text>
      </svg>
      <div className="min-w-0 text-sm">
        <Status tone={tone}>{label}</Status>
        <p className="mt-1">{words.meanings[state]}</p>
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

function strokeOf(score: number): string {
  if (score >= 90) return 'stroke-good'
  return score >= 70 ? 'stroke-warn' : 'stroke-bad'
}
