/** Limits of builds and of what they leave on servers. */
import { parseNetwork } from '@longshore/addresses'
import { z } from 'zod'
import { list } from './setting-fields.ts'

export const deploySettings = {
  DASHBOARD_UPSTREAM: z
    .string()
    .regex(
      /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[[0-9a-f:]{2,45}\]):\d{1,5}$/,
      'must be an address and a port such as 127.0.0.1:8460',
    )
    .optional()
    .describe(
      'Address and port where the API is published on its machine. Once that machine is added as a server, its proxy serves PUBLIC_URL with a certificate. Without it, put your own proxy in front.',
    ),
  PROXY_HTTP_LISTEN: z
    .string()
    .regex(
      /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[[0-9a-f:]{2,45}\]):\d{1,5}$/,
      'must be an address and a port such as 127.0.0.1:8080',
    )
    .optional()
    .describe(
      "Address and port where the proxy on the API's machine listens for HTTP, behind your own reverse proxy, which has ports 80 and 443. Without it, the proxy uses ports 80 and 443 itself.",
    ),
  PROXY_HTTPS_LISTEN: z
    .string()
    .regex(
      /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[[0-9a-f:]{2,45}\]):\d{1,5}$/,
      'must be an address and a port such as 127.0.0.1:8443',
    )
    .optional()
    .describe(
      'Address and port where that proxy listens for TLS connections, which your reverse proxy passes through with the PROXY protocol. Longshore then gets the certificates. Without it, your reverse proxy terminates TLS.',
    ),
  PROXY_TRUSTED: list
    .refine((networks) => networks.every((each) => parseNetwork(each) !== undefined), 'must be a list of networks')
    .transform((networks) => networks.map(toPrefix))
    .default(['127.0.0.1/32', '::1/128'])
    .describe(
      'IP addresses or networks of the reverse proxy in front of PROXY_HTTP_LISTEN. Only their X-Forwarded-For, X-Forwarded-Proto, and PROXY protocol are trusted.',
    ),
  BACKUP_DIRECTORY: z
    .string()
    .regex(/^\/[\w./-]{1,200}$/, 'must be an absolute path')
    .optional()
    .describe(
      'Folder on this instance where organizations can store environment backups. Without it, they use buckets or servers.',
    ),
  UPGRADE_DIRECTORY: z
    .string()
    .regex(/^\/[\w./-]{1,200}$/, 'must be an absolute path')
    .optional()
    .describe(
      'Folder that the worker shares with the upgrade script on the machine: it reads status.json and writes empty files into requests/. Default: upgrades can’t be started in the dashboard.',
    ),
  IMPORT_DIRECTORY: z
    .string()
    .regex(/^\/[\w./-]{1,200}$/, 'must be an absolute path')
    .optional()
    .describe(
      "Folder for uploaded files, encrypted, until they're imported into a database. Several workers need a shared folder. Default: the folder for temporary files.",
    ),
  IMPORT_MAX_BYTES: z.coerce
    .number()
    .int()
    .min(1_000)
    .max(1_000_000_000_000)
    .default(10_000_000_000)
    .describe('Maximum size of an imported file, as uploaded.'),
  IMPORT_MAX_UNCOMPRESSED_BYTES: z.coerce
    .number()
    .int()
    .min(1_000)
    .max(10_000_000_000_000)
    .default(50_000_000_000)
    .describe('Maximum size of an imported file, uncompressed.'),
  IMPORT_MAX_STATEMENTS: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000_000_000)
    .default(50_000_000)
    .describe('Maximum number of statements in an imported file.'),
  RUNTIME_LOG_DAYS: z.coerce
    .number()
    .int()
    .min(1)
    .max(365)
    .default(14)
    .describe('How long Longshore keeps container logs and events.'),
  DEPLOYMENT_HISTORY_DAYS: z.coerce
    .number()
    .int()
    .min(90)
    .max(36_500)
    .default(365)
    .describe(
      'How long finished deployments, restores, and moves stay listed. Versions you can roll back to are kept.',
    ),
  RUNTIME_LOG_BYTES: z.coerce
    .number()
    .int()
    .min(1_000_000)
    .max(1_000_000_000_000)
    .default(256_000_000)
    .describe('Maximum compressed log size per environment. The oldest lines are deleted first.'),
  NETWORK_POOL: z
    .string()
    .regex(/^\d{1,3}(?:\.\d{1,3}){3}\/(?:8|9|1\d|2[0-4])$/, 'must be a network such as 10.210.0.0/16')
    .default('10.210.0.0/16')
    .describe(
      'Network for environments. Each environment gets a subnet with 32 IP addresses on its server. 10.210.0.0/16 has room for 2,048.',
    ),
  KEEP_RELEASES: z.coerce
    .number()
    .int()
    .min(0)
    .max(100)
    .default(5)
    .describe('Number of previous versions whose images stay on the server for rollbacks.'),
  BUILD_TIMEOUT_SECONDS: z.coerce
    .number()
    .int()
    .min(10)
    .max(86_400)
    .default(3_600)
    .describe('Time limit for building one image.'),
  BUILD_OUTPUT_BYTES: z.coerce
    .number()
    .int()
    .min(10_000)
    .max(10_000_000_000)
    .default(50_000_000)
    .describe('Maximum output of a build. A build that prints more is stopped.'),
  BUILD_PIDS: z.coerce
    .number()
    .int()
    .min(16)
    .max(1_000_000)
    .default(2_048)
    .describe('Maximum number of processes in a build.'),
  SERVER_DISK_RESERVE_BYTES: z.coerce
    .number()
    .int()
    .min(0)
    .default(1_000_000_000)
    .describe('Disk space that must stay free on a server. With less, no deployment starts, and builds are stopped.'),
  SERVER_MEMORY_RESERVE_BYTES: z.coerce
    .number()
    .int()
    .min(0)
    .default(256_000_000)
    .describe('Memory reserved for running apps while a server builds an image.'),
  BUILDX_PROGRAM: z
    .string()
    .regex(/^\/[\w./-]{1,200}$/, 'must be an absolute path')
    .default('/usr/libexec/docker/cli-plugins/docker-buildx')
    .describe(
      'The docker-buildx program (0.13 or later) that builds images on servers. The container image includes it.',
    ),
  RAILPACK_DIRECTORY: z
    .string()
    .regex(/^\/[\w./-]{1,200}$/, 'must be an absolute path')
    .default('/usr/local/lib/longshore/railpack')
    .describe(
      'Folder with the programs of Railpack 0.36.4 for the experimental builder `railpack`: `railpack-amd64`, `railpack-arm64`, and `ca-certificates.crt`. `bin/railpack` builds it.',
    ),
}

/** The proxy reads networks only with a prefix. */
function toPrefix(network: string): string {
  return network.includes('/') ? network : `${network}/${network.includes(':') ? 128 : 32}`
}
