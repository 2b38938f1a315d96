/** The configuration of a service as names and values. */
import type { Service } from '@longshore/sdk'
import { text } from '../../text/text.ts'
import type { Fact } from '../../ui/facts.tsx'
import { formatBytes } from '../../ui/format.ts'
import { commandText } from './command-text.ts'
import { isDatabase } from './service-values.ts'
import { formatVolume } from './volume-lines.ts'

export function serviceFacts(service: Service): Fact[] {
  const { facts: words, health } = text.services
  const { port, healthCheck, volumes = [], replicas = 1, command, releaseCommand, schedule } = service
  const { container, files = [] } = service
  const check = healthCheck ? `${health[healthCheck.type]} ${healthCheck.path ?? ''}` : health.none
  const code = (value: string) => <code className="break-all">{value}</code>
  const known = (name: string, value: string): Fact[] => (value === '' ? [] : [{ name, value: code(value) }])
  if (isDatabase(service.kind))
    return [
      { name: words.version, value: service.image ?? service.engineVersion ?? words.newest },
      { name: words.limits, value: limitsOf(service) },
    ]
  return [
    { name: words.source, value: sourceText(service) },
    ...(port ? [{ name: words.port, value: port }] : []),
    ...known(words.schedule, schedule ?? ''),
    { name: words.health, value: check },
    { name: words.limits, value: limitsOf(service) },
    { name: words.replicas, value: replicas },
    ...known(words.entrypoint, commandText(container?.entrypoint)),
    ...known(words.command, commandText(command)),
    ...known(words.releaseCommand, commandText(releaseCommand)),
    ...known(words.user, container?.user ?? ''),
    ...known(words.volumes, volumes.map(formatVolume).join(', ')),
    ...known(words.files, files.map(({ path }) => path).join(', ')),
  ]
}

function limitsOf({ resources }: Service): string {
  const { noLimits, cpus } = text.services.facts
  const parts = [
    typeof resources?.memoryBytes === 'number' ? formatBytes(resources.memoryBytes) : '',
    typeof resources?.cpus === 'number' ? cpus(resources.cpus) : '',
  ].filter((part) => part !== '')
  return parts.length === 0 ? noLimits : parts.join(', ')
}

function sourceText({ source, sharesImageWith }: Service): string {
  const { facts, builders } = text.services
  if (sharesImageWith) return facts.sharedImage(sharesImageWith)
  if (!source) return text.common.none
  if (source.builder === 'image') return source.image
  if (source.builder === 'dockerfile') return source.dockerfile ?? builders.dockerfile
  return builders[source.builder]
}
