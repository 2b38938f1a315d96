/** The icon of a technology. It only decorates: its name is always in the text next to it. */
import { Box, type LucideIcon } from 'lucide-react'
import { classNames } from '../class-names.ts'
import { findTech } from './find-tech.ts'
import type { TechIconFile } from './tech-icons.ts'

export interface TechIconProps {
  /** A name as analyses use it, such as `next` or `postgres`, or an icon that was found already. */
  tech: string | TechIconFile | null | undefined
  size?: number
  /** Shown for technologies without an icon. */
  fallback?: LucideIcon
  className?: string
}

export function TechIcon({ tech, size = 16, fallback: Fallback = Box, className }: TechIconProps) {
  const icon = typeof tech === 'object' ? tech : findTech(tech)
  if (icon === undefined || icon === null)
    return <Fallback aria-hidden size={size} className={classNames('shrink-0', className)} />
  return (
    <span
      aria-hidden
      className={classNames('inline-block shrink-0 bg-current mask-contain mask-center mask-no-repeat', className)}
      style={{
        width: size,
        height: size,
        maskImage: `url("${icon.file}")`,
        ...(icon.color === undefined ? {} : { backgroundColor: icon.color }),
      }}
    />
  )
}
