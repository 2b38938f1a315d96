/** The chosen field values, how many lines remain, and how many lines around each to show. */
import { X } from 'lucide-react'
import { text } from '../../text/text.ts'
import { Select } from '../../ui/select.tsx'
import { removeField } from './log-filter.ts'
import { toPlainText } from './parse-line.ts'
import { contextChoices, type LogFilter } from './use-log-filter.ts'

const maxShownValue = 60

export function FieldChips({ log, isShown }: { log: LogFilter; isShown: boolean }) {
  if (!isShown) return null
  const { filter, setFilter } = log
  const words = text.logs
  return (
    <div className="mt-2 flex flex-wrap items-center gap-2">
      {filter.fields.map((field) => {
        const label = `${toPlainText(field.name)} = ${toPlainText(field.value.slice(0, maxShownValue))}`
        return (
          <button
            key={field.name}
            type="button"
            aria-label={words.removeField(label)}
            title={words.removeField(label)}
            onClick={() => setFilter(removeField(filter, field))}
            className="inline-flex max-w-full items-center gap-1.5 rounded-full bg-accent-soft px-2.5 py-1 font-mono text-xs text-accent hover:brightness-95"
          >
            <span className="truncate">{label}</span>
            <X aria-hidden size={12} className="shrink-0" />
          </button>
        )
      })}
      <span role="status" className="text-xs text-ink-soft">
        {log.isSearching ? words.searching : words.linesMatch(log.shown?.length ?? 0)}
      </span>
      <Select
        label={words.around}
        value={String(log.around)}
        onChange={(value) => log.setAround(contextChoices.find((each) => String(each) === value) ?? 0)}
        choices={contextChoices.map((each) => [String(each), words.aroundChoice(each)] as const)}
      />
    </div>
  )
}
