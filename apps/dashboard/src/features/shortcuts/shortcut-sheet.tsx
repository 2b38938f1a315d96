/** Lists all keyboard shortcuts. */
import { text } from '../../text/text.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { environmentShortcuts, pageShortcuts, type Shortcut } from './shortcuts.ts'

const words = text.shortcuts

export function ShortcutSheet({ onClose }: { onClose(): void }) {
  const opened = environmentShortcuts(location.pathname)
  const always = [
    { label: words.search, keys: [words.ctrl, 'K'] },
    { label: words.help, keys: ['?'] },
  ]
  return (
    <Dialog title={words.title} note={words.note} isOpen onClose={onClose}>
      <div className="flex flex-col gap-5">
        <Group title={words.general} rows={always} />
        <Group title={words.pages} rows={pageShortcuts.map(toRow)} />
        {/* Outside an environment, the keys are shown too, so that people find them. */}
        <Group
          title={words.environment}
          rows={(opened.length > 0 ? opened : environmentShortcuts('/environments/any')).map(toRow)}
        />
      </div>
    </Dialog>
  )
}

interface Row {
  label: string
  keys: readonly string[]
}

function toRow({ label, key }: Shortcut): Row {
  return { label, keys: ['G', key.toUpperCase()] }
}

function Group({ title, rows }: { title: string; rows: readonly Row[] }) {
  return (
    <section>
      <h3 className="mb-1 text-xs font-medium text-ink-faint">{title}</h3>
      <dl className="grid gap-x-8 sm:grid-cols-2">
        {rows.map(({ label, keys }) => (
          <div key={label} className="flex items-center justify-between gap-3 border-b border-line py-1.5 text-sm">
            <dt>{label}</dt>
            <dd className="flex items-center gap-1">
              {keys.map((key, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a key can occur twice
                <kbd key={index} className="rounded border border-line bg-canvas px-1.5 font-sans text-xs">
                  {key}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
