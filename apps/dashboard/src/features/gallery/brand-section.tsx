import { Avatar } from '../../ui/avatar.tsx'
import { Card } from '../../ui/card.tsx'
import { classNames } from '../../ui/class-names.ts'
import { LogoMark } from '../../ui/logo.tsx'
import { TechIcon } from '../../ui/tech/tech-icon.tsx'
import { techIcons } from '../../ui/tech/tech-icons.ts'

const colors: readonly (readonly [name: string, className: string])[] = [
  ['canvas', 'bg-canvas'],
  ['surface', 'bg-surface'],
  ['raised', 'bg-raised'],
  ['sunken', 'bg-sunken'],
  ['line', 'bg-line'],
  ['line-strong', 'bg-line-strong'],
  ['ink', 'bg-ink'],
  ['ink-soft', 'bg-ink-soft'],
  ['ink-faint', 'bg-ink-faint'],
  ['accent', 'bg-accent'],
  ['accent-soft', 'bg-accent-soft'],
  ['good', 'bg-good'],
  ['good-soft', 'bg-good-soft'],
  ['bad', 'bg-bad'],
  ['bad-soft', 'bg-bad-soft'],
  ['warn', 'bg-warn'],
  ['warn-soft', 'bg-warn-soft'],
  ['busy', 'bg-busy'],
  ['busy-soft', 'bg-busy-soft'],
  ['signal', 'bg-signal'],
]
const sizes = ['text-2xl', 'text-xl', 'text-lg', 'text-base', 'text-sm', 'text-xs'] as const
const people = ['Maya Lindqvist', 'Priya Nair', 'Tom', 'Ada Lovelace', 'grace@example.com', 'Łukasz Żak', 'Kenji']

export function BrandSection() {
  return (
    <>
      <div className="grid gap-5 xl:grid-cols-2">
        <Card title="Colors">
          <ul className="grid grid-cols-[repeat(auto-fill,minmax(7rem,1fr))] gap-2 text-xs">
            {colors.map(([name, className]) => (
              <li key={name} className="flex items-center gap-2">
                <span className={classNames('size-7 shrink-0 rounded-md border border-line', className)} />
                {name}
              </li>
            ))}
          </ul>
        </Card>
        <Card title="Type">
          {sizes.map((size) => (
            <p key={size} className={classNames(size, 'truncate')}>
              {`${size}: Ship it to your own servers 0123456789`}
            </p>
          ))}
          <p className="font-mono text-sm">{'Geist Mono: 3ea9f03 O0 Il1 => {}'}</p>
        </Card>
      </div>
      <div className="grid gap-5 xl:grid-cols-2">
        <Card title="Logo and avatars">
          <div className="flex flex-wrap items-center gap-3">
            <LogoMark size={44} />
            <LogoMark size={28} />
            <LogoMark size={18} />
            {people.map((name) => (
              <Avatar key={name} name={name} size={32} />
            ))}
            <Avatar name="Online Shop" size={36} isSquare />
            <Avatar name="Roastery API" size={20} isSquare />
          </div>
        </Card>
        <Card title="Technology icons" note="The last one stands for unknown technologies.">
          <ul className="flex flex-wrap gap-2.5">
            {Object.entries(techIcons).map(([name, icon]) => (
              <li key={name} title={icon.title}>
                <TechIcon tech={icon} size={20} />
              </li>
            ))}
            <li>
              <TechIcon tech="fortran" size={20} />
            </li>
          </ul>
        </Card>
      </div>
    </>
  )
}
