/** Search and view options of a log. */
import {
  ArrowDown, ArrowDownToLine, ChevronsDownUp, ChevronsUpDown, Maximize2, Minimize2, WrapText,
} from 'lucide-react' // biome-ignore format: a list
import { text } from '../../text/text.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { FieldChips } from './field-chips.tsx'
import { LevelMenu } from './level-menu.tsx'
import { isFiltering, noFilter, toggleLevel } from './log-filter.ts'
import { LogSearchBox } from './log-search-box.tsx'
import type { LogToolbarProps } from './log-toolbar-props.ts'

const size = 16

export function LogToolbar(props: LogToolbarProps) {
  const { log, children } = props
  const { filter, setFilter } = log
  return (
    <div className="border-b border-line px-3 py-2">
      <div className="flex flex-wrap items-center gap-2">
        {children}
        <LevelMenu
          levels={filter.levels}
          onToggle={(level) => setFilter(toggleLevel(filter, level))}
          onClear={() => setFilter({ ...filter, levels: noFilter.levels })}
        />
        <LogSearchBox {...props} />
        <ViewButtons {...props} />
      </div>
      <FieldChips log={log} isShown={isFiltering(filter) || (log.isOnlyMatches && log.query !== '')} />
    </div>
  )
}

function ViewButtons({ isFollowing, onFollow, wraps, onWrap, fold, full, onDownload }: LogToolbarProps) {
  const words = text.logs
  return (
    <div className="ml-auto flex items-center gap-0.5">
      {fold !== undefined && (
        <IconButton
          label={fold.isAll ? words.unfoldAll : words.foldAll}
          icon={fold.isAll ? <ChevronsUpDown aria-hidden size={size} /> : <ChevronsDownUp aria-hidden size={size} />}
          onClick={fold.onToggle}
        />
      )}
      <IconButton
        label={words.wrap}
        aria-pressed={wraps}
        icon={<WrapText aria-hidden size={size} />}
        onClick={onWrap}
        className={classNames(wraps && 'bg-accent-soft text-accent')}
      />
      <IconButton label={words.download} icon={<ArrowDownToLine aria-hidden size={size} />} onClick={onDownload} />
      <IconButton
        label={full.isFull ? words.leaveFull : words.full}
        icon={full.isFull ? <Minimize2 aria-hidden size={size} /> : <Maximize2 aria-hidden size={size} />}
        onClick={full.toggle}
      />
      <Button
        kind={isFollowing ? 'quiet' : 'secondary'}
        aria-pressed={isFollowing}
        icon={<ArrowDown aria-hidden size={size} />}
        onClick={onFollow}
        className={classNames(isFollowing && 'text-accent!')}
      >
        {isFollowing ? words.following : words.follow}
      </Button>
    </div>
  )
}
