import type { Server } from '@longshore/sdk'
import { getServer } from '@longshore/sdk/operations'
import { Link } from '@tanstack/react-router'
import { useRead } from '../../api/queries.ts'
import { paths } from '../../navigation/paths.ts'
import { text } from '../../text/text.ts'
import { Card } from '../../ui/card.tsx'
import { type Fact, Facts } from '../../ui/facts.tsx'
import { formatBytes } from '../../ui/format.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Status } from '../../ui/status.tsx'

const words = text.serverPage

export function ServerFacts({ server }: { server: Server }) {
  return (
    <Card title={words.facts}>
      {server.detailsUpdatedAt === null ? (
        <p className="text-sm text-ink-soft">{words.unknownYet}</p>
      ) : (
        <Facts facts={[...machine(server), ...settings(server)]} />
      )}
    </Card>
  )
}

function machine({ os, docker, resources, publicAddresses }: Server): Fact[] {
  const addresses = [publicAddresses.v4, publicAddresses.v6].filter((each) => each !== null)
  const facts: Fact[] = []
  if (os !== null)
    facts.push(
      { name: words.system, value: os.name },
      { name: words.architecture, value: os.architecture },
      { name: words.kernel, value: os.kernel },
      { name: words.sudo, value: words.sudoKinds[os.sudo] },
    )
  facts.push({ name: words.docker, value: docker === null ? words.noDocker : dockerText(docker) })
  if (resources !== null)
    facts.push(
      { name: words.cpus, value: resources.cpus },
      { name: words.memory, value: memoryText(resources) },
      {
        name: words.disk,
        value: words.diskFree(formatBytes(resources.diskFreeBytes), formatBytes(resources.diskBytes)),
      },
    )
  if (addresses.length > 0)
    facts.push({ name: words.addresses, value: <span className="font-mono break-all">{addresses.join(', ')}</span> })
  if (os?.rebootRequired === true)
    facts.push({ name: words.reboot, value: <Status tone="warn">{words.rebootRequired}</Status> })
  return facts
}

function dockerText({ version, rootless }: NonNullable<Server['docker']>): string {
  return rootless ? words.rootless(version) : version
}

function memoryText({ memoryBytes, swapBytes }: NonNullable<Server['resources']>): string {
  return swapBytes === 0 ? formatBytes(memoryBytes) : words.swap(formatBytes(memoryBytes), formatBytes(swapBytes))
}

function settings({ jumpServerId, baseDomain, build, lastSeenAt, detailsUpdatedAt }: Server): Fact[] {
  const facts: Fact[] = [
    { name: words.builds, value: build.concurrency },
    {
      name: words.buildMemory,
      value: build.memoryBytes === null ? words.whatIsFree : formatBytes(build.memoryBytes),
    },
  ]
  if (baseDomain !== null) facts.push({ name: words.baseDomain, value: baseDomain })
  if (jumpServerId !== null) facts.push({ name: words.jump, value: <JumpName id={jumpServerId} /> })
  if (lastSeenAt !== null) facts.push({ name: words.lastSeen, value: <RelativeTime at={lastSeenAt} /> })
  if (detailsUpdatedAt !== null)
    facts.push({ name: words.detailsUpdatedAt, value: <RelativeTime at={detailsUpdatedAt} /> })
  return facts
}

function JumpName({ id }: { id: string }) {
  const server = useRead(getServer, { id })
  return (
    <Link to={paths.server(id)} className="underline">
      {server.data?.name ?? id}
    </Link>
  )
}
