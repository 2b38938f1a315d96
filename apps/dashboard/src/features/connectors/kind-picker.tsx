import type { ConnectorKind } from '@longshore/sdk'
import { text } from '../../text/text.ts'
import { TechIcon } from '../../ui/tech/tech-icon.tsx'
import { kindNames, kinds } from './connector-kinds.ts'

export function KindPicker({ onPick }: { onPick(kind: ConnectorKind): void }) {
  const connectors = text.connectors
  return (
    <div>
      <p className="mb-3 text-sm text-ink-soft">{connectors.pick}</p>
      <ul className="grid gap-2 sm:grid-cols-2">
        {kindNames.map((kind) => {
          return (
            <li key={kind}>
              <button
                type="button"
                onClick={() => onPick(kind)}
                className="flex h-full w-full items-center gap-3 rounded-lg border border-line bg-surface px-3 py-2.5 text-left hover:border-line-strong hover:bg-sunken"
              >
                <TechIcon tech={kind} fallback={kinds[kind].icon} size={18} />
                <span className="min-w-0">
                  <span className="block text-sm font-medium">{connectors.kinds[kind]}</span>
                  <span className="block text-xs text-ink-soft">{connectors.kindNotes[kind]}</span>
                </span>
              </button>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
