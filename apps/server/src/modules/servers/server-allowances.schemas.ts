/** Schemas of what an operator allows to the containers on a server. */
import { dockerSocket, serverCapability, serverDevice, serverPath } from '@longshore/analyzer/server-parts'
import { z } from 'zod'
import { Version } from '../../platform/http/resource-version.schemas.ts'
import { idOf } from '../../platform/ids/type-id.schemas.ts'

const isEachOnce = (values: readonly string[]) => new Set(values).size === values.length

const HostPath = z.strictObject({
  path: serverPath.meta({
    description:
      'Path of the server below `/srv`, `/mnt`, `/media`, `/data`, `/storage`, or `/opt`. Services can mount exactly this path, not one below it.',
    example: '/srv/media',
  }),
  writable: z.boolean().default(false).describe('Whether services can write there too.'),
})

const HostPaths = z
  .array(HostPath)
  .max(20)
  // A program that can write to the outer path could replace the inner one with a link to any path of the server.
  .refine(
    (all) => !all.some(({ path }) => all.some((other) => path.startsWith(`${other.path}/`))),
    'must not have a path below another one',
  )
  .refine((all) => isEachOnce(all.map(({ path }) => path)), 'must have one entry per path')

const shape = {
  hostPaths: HostPaths.default([]).describe('Paths of the server that services can mount, at most 20.'),
  dockerSocket: z
    .boolean()
    .default(false)
    .describe(`Whether services can mount \`${dockerSocket}\`. It gives them full control of the server.`),
  capabilities: z
    .array(serverCapability)
    .max(20)
    .refine(isEachOnce, 'must name each capability once')
    .default([])
    .describe('Linux capabilities that services can have beyond those of all containers, such as `NET_ADMIN`.'),
  devices: z
    .array(serverDevice)
    .max(20)
    .refine(isEachOnce, 'must name each device once')
    .default([])
    .meta({
      description: 'Devices that services can use: `/dev/dri`, `/dev/net/tun`, and serial ports.',
      example: ['/dev/dri'],
    }),
}

export const StoredAllowances = z.strictObject(shape)
export type StoredAllowances = z.output<typeof StoredAllowances>

export const ServerAllowances = z
  .object({
    serverId: idOf('srv').describe('Only containers on this server can use the listed parts.'),
    hostPaths: z
      .array(
        z.object({
          path: z.string().meta({
            description:
              'Absolute file or folder on the server. Services can mount exactly this one, not one below it.',
            example: '/srv/media',
          }),
          writable: z.boolean().describe('Whether services can write there too.'),
        }),
      )
      .describe('Paths of the server that services can mount.'),
    dockerSocket: z.boolean().describe(`Whether services can mount \`${dockerSocket}\`.`),
    capabilities: z
      .array(serverCapability)
      .describe('Linux capabilities that services can have beyond those of all containers.'),
    devices: z.array(z.string()).meta({ description: 'Devices that services can use.', example: ['/dev/dri'] }),
    version: Version,
  })
  .meta({
    id: 'ServerAllowances',
    description: 'Parts of a server that its containers can use because an operator of the instance allows it.',
  })
export type ServerAllowances = z.output<typeof ServerAllowances>

export const ReplaceServerAllowancesBody = z.strictObject(shape).meta({ id: 'ReplaceServerAllowancesRequest' })

export const nothingAllowed: StoredAllowances = { hostPaths: [], dockerSocket: false, capabilities: [], devices: [] }

export function allowsNothing({
  hostPaths,
  dockerSocket: hasSocket,
  capabilities,
  devices,
}: StoredAllowances): boolean {
  return !hasSocket && hostPaths.length + capabilities.length + devices.length === 0
}
