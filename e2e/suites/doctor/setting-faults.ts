/** Faults of settings, secret files, URLs and programs. */
import { randomBytes } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { generateIdentity } from '../../../apps/server/src/testing/internals/secrets.ts'
import type { SeededFault } from './seeded-fault.ts'

/** Nothing listens there. */
const nowhere = '127.0.0.1:9'
const wrongKey = () => randomBytes(32).toString('base64')

export const settingFaults: readonly SeededFault[] = [
  {
    name: 'a setting that is no number',
    codes: { settings: 'fault' },
    isQuick: true,
    environment: () => ({ SERVER_CHECK_SECONDS: 'often' }),
  },
  {
    name: 'a setting that is missing',
    codes: { settings: 'fault' },
    environment: () => ({ RESTATE_INGRESS_URL: '' }),
  },
  {
    name: 'a secret file that is gone',
    codes: { 'secret-files-there': 'fault' },
    isQuick: true,
    seed: ({ secrets }) => secrets.hide('link-key'),
  },
  {
    name: 'a secret file of mode 0644',
    codes: { 'secret-files-private': 'fault' },
    isQuick: true,
    seed: ({ secrets }) => secrets.setMode('sealing-identities', 0o644),
  },
  {
    name: 'a secret file with a second line',
    codes: { 'secret-files-clean': 'fault' },
    isQuick: true,
    seed: async ({ secrets }) =>
      await secrets.replace('api-derive-key', `${await secrets.read('api-derive-key')}\n# the old one`),
  },
  {
    name: 'production at an address of this machine',
    codes: { 'public-address': 'warning' },
    environment: () => ({ NODE_ENV: 'production' }),
  },
  {
    name: 'production without https, and nobody there',
    codes: { 'public-address': 'fault', 'public-health': 'warning' },
    environment: () => ({ NODE_ENV: 'production', PUBLIC_URL: 'http://deploy.longshore.example' }),
  },
  {
    name: 'a recipient of somebody else',
    codes: { 'sealing-recipient': 'fault' },
    isQuick: true,
    environment: async () => ({ SEALING_RECIPIENT: (await generateIdentity()).recipient }),
  },
  {
    name: 'a foreign sealing identity',
    codes: { 'sealing-identities': 'fault' },
    as: 'worker',
    isQuick: true,
    seed: async ({ secrets }) =>
      await secrets.replace('sealing-identities', (await generateIdentity()).identity.reveal()),
  },
  {
    name: 'an api with another link key',
    codes: { link: 'fault' },
    as: 'api',
    isQuick: true,
    seed: ({ secrets }) => secrets.replace('link-key', wrongKey()),
  },
  {
    name: 'no programs ssh and git',
    codes: { programs: 'fault' },
    environment: async ({ folder }) => {
      await mkdir(join(folder, 'empty'), { recursive: true })
      return { PATH: join(folder, 'empty') }
    },
  },
  {
    name: 'no buildx, no programs of the proxy',
    codes: { buildx: 'fault', 'proxy-programs': 'fault' },
    environment: async ({ folder }) => {
      await mkdir(join(folder, 'empty'), { recursive: true })
      return { BUILDX_PROGRAM: join(folder, 'empty/docker-buildx'), PROXY_PROGRAMS_DIRECTORY: join(folder, 'empty') }
    },
  },
  {
    name: 'half of a bucket',
    codes: { 'backup-place': 'fault' },
    environment: () => ({ INSTANCE_BACKUP_S3_BUCKET: 'backups' }),
  },
  {
    name: 'a bucket that is not there',
    codes: { 'backup-reach': 'fault' },
    environment: () => ({
      OUTBOUND_ALLOW: '127.0.0.1:1-65535',
      INSTANCE_BACKUP_S3_ENDPOINT: `http://${nowhere}`,
      INSTANCE_BACKUP_S3_BUCKET: 'backups',
      INSTANCE_BACKUP_S3_ACCESS_KEY_ID: 'AKIAEXAMPLE',
      INSTANCE_BACKUP_S3_SECRET_ACCESS_KEY: 'not-the-secret-of-anything',
    }),
  },
  {
    name: 'no place for backups',
    codes: { 'backup-place': 'warning' },
    environment: () => ({ INSTANCE_BACKUP_DIRECTORY: '' }),
  },
  {
    name: 'a mail server that is not there',
    codes: { 'mail-server': 'fault' },
    isQuick: true,
    seed: ({ secrets }) => secrets.replace('smtp-url', `smtp://longshore:a-long-password@${nowhere}`),
  },
  {
    name: 'mail without a sender',
    codes: { 'mail-sender': 'warning' },
    environment: () => ({ MAIL_FROM: '' }),
  },
  {
    name: 'the admin API of the engine at another port',
    codes: { 'engine-admin': 'fault' },
    environment: () => ({ RESTATE_ADMIN_URL: `http://${nowhere}` }),
  },
  {
    name: 'a worker that is told another address than it registered',
    codes: { 'worker-registered': 'fault', 'engine-finds-worker': 'fault' },
    environment: () => ({ WORKER_URL: `http://${nowhere}` }),
  },
  {
    name: 'a clock that is two minutes ahead',
    codes: { 'clock-database': 'fault', 'clock-engine': 'fault' },
    node: ['--import', 'data:text/javascript,const now = Date.now; Date.now = () => now() + 120_000'],
  },
]
