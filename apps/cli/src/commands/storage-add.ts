/** Adds a storage location for backups. */
import type { Client, CreateBackupDestinationRequest } from '@longshore/sdk'
import { createBackupDestination } from '@longshore/sdk/operations'
import type { Input } from '../arguments/input.ts'
import { defineCommand } from '../command.ts'
import { connect } from '../connection/connect.ts'
import { findServer } from '../connection/find-server.ts'
import type { Context } from '../context.ts'
import { CliError } from '../exit-codes.ts'
import { readSecret } from '../terminal/read-secret.ts'
import { storageLines } from '../terminal/storage-lines.ts'

type S3Request = Extract<CreateBackupDestinationRequest, { type: 's3' }>

const options = {
  type: {
    type: 'string',
    value: 'TYPE',
    choices: ['s3', 'server', 'instance'],
    summary: 'Where backups are stored: s3, server, or instance, the machine that runs Longshore (default: s3).',
  },
  endpoint: { type: 'string', value: 'URL', summary: 'S3 endpoint URL.' },
  bucket: { type: 'string', value: 'NAME', summary: 'S3 bucket.' },
  region: { type: 'string', value: 'REGION', summary: 'S3 region.' },
  prefix: { type: 'string', value: 'PATH', summary: 'Folder in the bucket.' },
  'virtual-host': { type: 'boolean', summary: 'Use URLs with the bucket in the hostname instead of the path.' },
  'access-key': { type: 'string', value: 'ID', summary: 'S3 access key ID.' },
  'secret-key-stdin': {
    type: 'boolean',
    summary: 'Read the S3 secret access key from standard input. Without it, you are prompted in a terminal.',
  },
  'lock-days': {
    type: 'string',
    value: 'DAYS',
    summary: 'Days to lock each backup with S3 Object Lock: 1 to 3650. The bucket needs object lock.',
  },
  'lock-mode': {
    type: 'string',
    value: 'MODE',
    choices: ['compliance', 'governance'],
    summary: 'Lock mode: compliance, which no one can end early, or governance (default: compliance).',
  },
  server: { type: 'string', value: 'SERVER', summary: 'Server to store backups on, for --type server.' },
} as const

export const storageAdd = defineCommand({
  path: 'storage add',
  summary: 'Add a storage location for backups.',
  details: 'Longshore writes, reads, and deletes a small test file before it saves the location.',
  arguments: [{ name: 'NAME', summary: 'Display name.' }],
  options,
  examples: [
    'longshore storage add offsite --endpoint https://s3.example.com --bucket backups --access-key AK1 --secret-key-stdin < key.txt',
    'longshore storage add vault --endpoint https://s3.example.com --bucket locked --access-key AK1 --lock-days 30',
    'longshore storage add second-server --type server --server fsn-2',
  ],
  async run(context, input) {
    const { client } = await connect(context)
    const storage = await client.call(createBackupDestination, { body: await toRequest(context, client, input) })
    context.output.show(storage, () => [
      ...storageLines(storage),
      `Use it: longshore backup schedule --storage ${storage.name}`,
    ])
    return 0
  },
})

async function toRequest(
  context: Context,
  client: Client,
  input: Input<typeof options>,
): Promise<CreateBackupDestinationRequest> {
  const [name = ''] = input.positionals
  const type = input.text('type') ?? 's3'
  if (type === 'instance') return { type: 'controlPlane', name }
  if (type === 'server') {
    const server = input.text('server')
    if (server === undefined) throw new CliError('usage', 'Which server?', 'Use --server NAME.')
    return { type: 'server', name, serverId: (await findServer(client, server)).id }
  }
  const secretAccessKey = await readSecret(context, {
    question: 'S3 secret access key:',
    option: 'secret-key-stdin',
    isPiped: input.flag('secret-key-stdin'),
  })
  return {
    type: 's3',
    name,
    endpoint: required(input.text('endpoint'), '--endpoint'),
    bucket: required(input.text('bucket'), '--bucket'),
    accessKeyId: required(input.text('access-key'), '--access-key'),
    secretAccessKey,
    region: input.text('region'),
    prefix: input.text('prefix'),
    ...(input.flag('virtual-host') ? { pathStyle: false } : {}),
    ...lockOf(input),
  }
}

function lockOf(input: Input<typeof options>): Pick<S3Request, 'objectLock'> {
  const [days, mode] = [input.count('lock-days'), input.text('lock-mode')]
  if (days === undefined && mode !== undefined)
    throw new CliError('usage', '--lock-mode needs --lock-days.', 'Add --lock-days DAYS.')
  if (days === undefined) return {}
  return { objectLock: { mode: mode === 'governance' ? 'governance' : 'compliance', days } }
}

function required(text: string | undefined, option: string): string {
  if (text !== undefined) return text
  throw new CliError('usage', `${option} is missing.`, 'S3 needs --endpoint, --bucket, and --access-key.')
}
