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
      className={classNames(
        'inline-flex shrink-0 items-center justify-center font-semibold tracking-tight select-none',
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
    >
      {initialsOf(name)}
    </span>
  )
}

/** A name with the avatar in front of it. */
export function Person({ name, size = 20 }: { name: string; size?: number }) {
  return (
    <span className="inline-flex min-w-0 max-w-full items-center gap-1.5">
      <Avatar name={name} size={size} />
      <span className="truncate">{name}</span>
    </span>
  )
}
