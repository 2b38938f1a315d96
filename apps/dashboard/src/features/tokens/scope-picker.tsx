import { text } from '../../text/text.ts'
import { type Scope, scopeGroups } from './token-scopes.ts'

export interface ScopePickerProps {
  scopes: readonly Scope[]
  ticked: readonly Scope[]
  onChange(ticked: readonly Scope[]): void
}

export function ScopePicker({ scopes, ticked, onChange }: ScopePickerProps) {
  const toggle = (scope: Scope) =>
    onChange(ticked.includes(scope) ? ticked.filter((each) => each !== scope) : [...ticked, scope])
  return (
    <fieldset className="max-h-64 overflow-y-auto rounded-md border border-line p-3">
      <legend className="px-1 text-sm font-medium">{text.tokens.scopes}</legend>
      <ul className="gap-x-6 sm:columns-2">
        {scopeGroups(scopes).map(([resource, each]) => (
          <li key={resource} className="mb-2.5 flex break-inside-avoid flex-col gap-1 text-sm">
            {each.map((scope) => (
              <label key={scope} className="flex items-center gap-2">
                <input
                  type="checkbox"
                  checked={ticked.includes(scope)}
                  onChange={() => toggle(scope)}
                  className="size-4 accent-accent"
                />
                <code>{scope}</code>
              </label>
            ))}
          </li>
        ))}
      </ul>
    </fieldset>
  )
}
