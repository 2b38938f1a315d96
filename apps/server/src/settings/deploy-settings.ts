/** Limits of builds and of what they leave on servers. */
import { z } from 'zod'

export const deploySettings = {
  DASHBOARD_DIAL: z
    .string()
    .regex(
      /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[[0-9a-f:]{2,45}\]):\d{1,5}$/,
      'must be an address and a port such as 127.0.0.1:8460',
    )
    .optional()
    .describe(
      'Where the API is published on its machine. With it, and once that machine is one of the servers, its proxy serves PUBLIC_URL with a certificate. Without it a proxy of yours stands in front.',
    ),
  BACKUP_DIRECTORY: z
    .string()
    .regex(/^\/[\w./-]{1,200}$/, 'must be an absolute path')
    .optional()
    .describe(
      'Folder in which organisations may keep backups of their environments on the disk of this instance. Without it they use buckets or servers.',
    ),
  IMPORT_DIRECTORY: z
    .string()
    .regex(/^\/[\w./-]{1,200}$/, 'must be an absolute path')
    .optional()
    .describe(
      'Where uploaded files wait, encrypted, until they are imported into a database. Several workers need one folder for all. Default: the folder for temporary files.',
    ),
  IMPORT_MAX_BYTES: z.coerce
    .number()
    .int()
    .min(1_000)
    .max(1_000_000_000_000)
    .default(10_000_000_000)
    .describe('How large a file may be that is imported into a database, as it is sent.'),
  IMPORT_MAX_EXPANDED_BYTES: z.coerce
    .number()
    .int()
    .min(1_000)
    .max(10_000_000_000_000)
    .default(50_000_000_000)
    .describe('How much a file may hold that is imported, once it is unpacked.'),
  IMPORT_MAX_STATEMENTS: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000_000_000)
    .default(50_000_000)
    .describe('How many statements a file may have that is imported.'),
  RUNTIME_LOG_DAYS: z.coerce
    .number()
    .int()
    .min(1)
    .max(365)
    .default(14)
    .describe('How long the output of containers is kept, and what became of them.'),
  DEPLOYMENT_HISTORY_DAYS: z.coerce
    .number()
    .int()
    .min(90)
    .max(36_500)
    .default(365)
    .describe(
      'How long finished deployments, restores, and moves stay listed. Releases you can roll back to are kept.',
    ),
  RUNTIME_LOG_BYTES: z.coerce
    .number()
    .int()
    .min(1_000_000)
    .max(1_000_000_000_000)
    .default(256_000_000)
    .describe('How much output of one environment is kept, compressed; the oldest goes first.'),
  NETWORK_POOL: z
    .string()
    .regex(/^\d{1,3}(?:\.\d{1,3}){3}\/(?:8|9|1\d|2[0-4])$/, 'must be a network such as 10.210.0.0/16')
    .default('10.210.0.0/16')
    .describe('Each environment gets a subnet of this on its server: 32 addresses. 10.210.0.0/16 has room for 2,048.'),
  KEEP_RELEASES: z.coerce
    .number()
    .int()
    .min(0)
    .max(100)
    .default(5)
    .describe('Releases of an environment whose images stay on its server for a rollback, beside the live one.'),
  BUILD_TIMEOUT_SECONDS: z.coerce
    .number()
    .int()
    .min(10)
    .max(86_400)
    .default(3_600)
    .describe('How long the build of one image can take.'),
  BUILD_OUTPUT_BYTES: z.coerce
    .number()
    .int()
    .min(10_000)
    .max(10_000_000_000)
    .default(50_000_000)
    .describe('How much a build may print before it is ended.'),
  BUILD_PIDS: z.coerce.number().int().min(16).max(1_000_000).default(2_048).describe('Processes of a build at a time.'),
  SERVER_DISK_RESERVE_BYTES: z.coerce
    .number()
    .int()
    .min(0)
    .default(1_000_000_000)
    .describe('What must stay free on a server’s disk: no deployment begins with less, and a build is ended.'),
  SERVER_MEMORY_RESERVE_BYTES: z.coerce
    .number()
    .int()
    .min(0)
    .default(256_000_000)
    .describe('Memory that is left for what runs on a server while something is built there.'),
  BUILDX_PROGRAM: z
    .string()
    .regex(/^\/[\w./-]{1,200}$/, 'must be an absolute path')
    .default('/usr/libexec/docker/cli-plugins/docker-buildx')
    .describe(
      'The docker-buildx program, 0.13 or newer, by which images are built on servers. The container image has it.',
    ),
}
