/** Buttons for the time range of charts. They do everything that dragging in a chart does, for the keyboard. */
import { ChevronLeft, ChevronRight, GitCompareArrows, RotateCcw, ZoomIn, ZoomOut } from 'lucide-react'
import { text } from '../text/text.ts'
import { Button, IconButton } from './button.tsx'
import { SegmentedControl } from './segmented-control.tsx'
import { rangeNames } from './time-range.ts'
import type { TimeRange } from './use-time-range.ts'

export function TimeRangeControls({ time }: { time: TimeRange }) {
  const words = text.plot
  const icon = { 'aria-hidden': true, size: 16 } as const
  return (
    <>
      <SegmentedControl
        label={words.range}
        value={time.range}
        onChange={time.setRange}
        choices={rangeNames.map((value) => ({ value, label: words.ranges[value] }))}
      />
      <span className="inline-flex">
        <IconButton label={words.earlier} icon={<ChevronLeft {...icon} />} onClick={() => time.move('earlier')} />
        <IconButton
          label={words.later}
          icon={<ChevronRight {...icon} />}
          disabled={!time.isZoomed}
          onClick={() => time.move('later')}
        />
        <IconButton label={words.zoomIn} icon={<ZoomIn {...icon} />} onClick={time.zoomIn} />
        <IconButton label={words.zoomOut} icon={<ZoomOut {...icon} />} onClick={time.zoomOut} />
      </span>
      <Button
        aria-pressed={time.isCompared}
        icon={<GitCompareArrows {...icon} />}
        className={time.isCompared ? 'border-accent! bg-accent-soft! text-accent!' : ''}
        onClick={() => time.setCompared(!time.isCompared)}
      >
        {words.compare}
      </Button>
      {time.isZoomed && (
        <Button icon={<RotateCcw {...icon} />} onClick={time.reset}>
          {words.reset}
        </Button>
      )}
    </>
  )
}
