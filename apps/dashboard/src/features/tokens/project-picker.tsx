import { listProjects } from '@longshore/sdk/operations'
import { useList } from '../../api/queries.ts'
import { text } from '../../text/text.ts'

const words = text.tokens.form

export interface ProjectPickerProps {
  ticked: readonly string[]
  onChange(ticked: readonly string[]): void
}

/** Empty until the organization has a project. */
export function ProjectPicker({ ticked, onChange }: ProjectPickerProps) {
  const { items } = useList(listProjects, { limit: 100 })
  if (items.length === 0) return null
  const toggle = (id: string) => onChange(ticked.includes(id) ? ticked.filter((each) => each !== id) : [...ticked, id])
  return (
    <fieldset className="max-h-48 overflow-y-auto rounded-md border border-line p-3">
      <legend className="px-1 text-sm font-medium">{words.projects}</legend>
      <p className="mb-2 text-xs text-ink-soft">{words.projectsHelp}</p>
      <ul className="flex flex-col gap-1 text-sm">
        {items.map(({ id, name }) => (
          <li key={id}>
            <label className="flex items-center gap-2">
              <input
                type="checkbox"
                checked={ticked.includes(id)}
                onChange={() => toggle(id)}
                className="size-4 accent-accent"
              />
              {name}
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  )
}
