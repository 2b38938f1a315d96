/** The logo: a ship that carries containers. `public/icon.svg` has the same shapes. */
import { text } from '../text/text.ts'
import { classNames } from './class-names.ts'

export function LogoMark({ size = 24 }: { size?: number }) {
  return (
    <svg aria-hidden viewBox="0 0 32 32" width={size} height={size} className="shrink-0">
      <rect width="32" height="32" rx="8" className="fill-logo" />
      <path d="M8.5 12.5h6v5h-6zM16.5 12.5h7v5h-7z" className="fill-logo-ink" />
      <path d="M16.5 6.5h7v5h-7z" className="fill-signal" />
      <path d="M5 19.5h22l-2.6 5.1a2 2 0 0 1-1.8 1.1H9.4a2 2 0 0 1-1.8-1.1z" className="fill-logo-ink" />
    </svg>
  )
}

export function Logo({ size = 24, className }: { size?: number; className?: string }) {
  return (
    <span className={classNames('inline-flex items-center gap-2 font-semibold tracking-tight', className)}>
      <LogoMark size={size} />
      {text.common.product}
    </span>
  )
}
