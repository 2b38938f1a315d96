/** A person or a project as initials in a color of their own. It only decorates: the name is in the text next to it. */
import { classNames } from './class-names.ts'
import { hueOf, initialsOf } from './initials.ts'

export interface AvatarProps {
  name: string
  size?: number
  /** A rounded square, for projects and organizations. */
  isSquare?: boolean
  className?: string
}

export function Avatar({ name, size = 24, isSquare = false, className }: AvatarProps) {
  const hue = hueOf(name)
  return (
    <span
      aria-hidden
      // Drawn by the style sheet, so that the text of a page contains only the name.
      data-initials={initialsOf(name)}
      className={classNames(
        'inline-flex shrink-0 items-center justify-center font-semibold tracking-tight select-none before:content-[attr(data-initials)]',
        isSquare ? 'rounded-md' : 'rounded-full',
        className,
      )}
      style={{
        width: size,
        height: size,
        fontSize: Math.round(size * 0.42),
        backgroundColor: `oklch(var(--avatar-back) ${hue})`,
        color: `oklch(var(--avatar-ink) ${hue})`,
      }}
    />
  )
}
