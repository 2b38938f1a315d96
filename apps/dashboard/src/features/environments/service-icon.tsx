/** The icon of a service: its database engine, its image, or what it does. */
import type { Service } from '@longshore/sdk'
import { Boxes, Clock, Cog, Globe, type LucideIcon } from 'lucide-react'
import { findImageTech, findTech } from '../../ui/tech/find-tech.ts'
import { TechIcon } from '../../ui/tech/tech-icon.tsx'

const kindIcons: Partial<Record<Service['kind'], LucideIcon>> = { web: Globe, static: Globe, worker: Cog, cron: Clock }

export function ServiceIcon({ service, size = 16 }: { service: Pick<Service, 'kind' | 'source'>; size?: number }) {
  const { kind, source } = service
  const image = source?.builder === 'image' ? findImageTech(source.image) : undefined
  return (
    <TechIcon
      tech={image ?? (kind === 'static' ? undefined : findTech(kind))}
      fallback={kindIcons[kind] ?? Boxes}
      size={size}
      className={image === undefined && kind in kindIcons ? 'text-ink-soft' : ''}
    />
  )
}
