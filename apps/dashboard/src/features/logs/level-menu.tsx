/** A menu of the levels to show. */
import { Check, ListFilter } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { text } from '../../text/text.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { levelStyles } from './level-style.ts'
import { logLevels } from './line-content.ts'
import type { LevelChoice } from './log-filter.ts'

const choices: readonly LevelChoice[] = [...logLevels, 'none']

export function LevelMenu(props: {
  levels: ReadonlySet<LevelChoice>
  onToggle(level: LevelChoice): void
  onClear(): void
}) {
  const { levels, onToggle, onClear } = props
  const words = text.logs
  const chosen = choices.filter((level) => levels.has(level)).map((level) => words.levels[level])
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>
        <Button
          icon={<ListFilter aria-hidden size={15} />}
          className={classNames('font-normal!', chosen.length > 0 && 'border-accent! text-accent!')}
        >
          {chosen.length === 0 ? words.allLevels : chosen.join(', ')}
        </Button>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="start"
          sideOffset={4}
          aria-label={words.level}
          className="z-60 min-w-44 rounded-lg border border-line bg-raised p-1 text-sm shadow-xl"
        >
          {choices.map((level) => (
            <DropdownMenu.CheckboxItem
              key={level}
              checked={levels.has(level)}
              // Several can be chosen one after the other.
              onSelect={(event) => event.preventDefault()}
              onCheckedChange={() => onToggle(level)}
              className="flex cursor-pointer items-center gap-2 rounded-md px-2.5 py-1.5 outline-none data-highlighted:bg-sunken"
            >
              <LevelName level={level} />
              <DropdownMenu.ItemIndicator className="ml-auto">
                <Check aria-hidden size={15} />
              </DropdownMenu.ItemIndicator>
            </DropdownMenu.CheckboxItem>
          ))}
          <DropdownMenu.Separator className="my-1 h-px bg-line" />
          <DropdownMenu.Item
            onSelect={onClear}
            className="cursor-pointer rounded-md px-2.5 py-1.5 outline-none data-highlighted:bg-sunken"
          >
            {words.allLevels}
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

function LevelName({ level }: { level: LevelChoice }) {
  if (level === 'none') return <span className="pl-5.5 text-ink-soft">{text.logs.levels.none}</span>
  const { icon: Icon, className } = levelStyles[level]
  return (
    <>
      <Icon aria-hidden size={14} className={className} />
      {text.logs.levels[level]}
    </>
  )
}
