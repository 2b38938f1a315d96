/** Schemas of the connection test: its request and the events of its stream. */
import { z } from 'zod'
import { idOf } from '../../platform/ids/type-id.schemas.ts'
import { Fingerprint, Host, PassphraseText, Port, PrivateKeyText, Username } from './servers.schemas.ts'

export const connectionTestStages = [
  'dns', 'tcp', 'host_key', 'auth', 'privileges', 'forwarding', 'os', 'docker', 'disk', 'memory', 'ports', 'clock',
] as const // biome-ignore format: one list

const KnownServer = z
  .strictObject({
    serverId: idOf('srv').meta({
      description: 'Registered server to test, with its stored key and trusted host keys.',
    }),
  })
  .meta({ id: 'TestKnownConnectionRequest' })

const NewServer = z
  .strictObject({
    host: Host,
    port: Port.default(22),
    username: Username,
    privateKey: PrivateKeyText.optional().meta({
      description:
        'Content of a private key file in OpenSSH or PEM format. It is used for this test only and never stored. Without it, the test stops after the host key.',
      writeOnly: true,
    }),
    passphrase: PassphraseText.optional(),
    hostKeyFingerprint: Fingerprint.optional().meta({
      description:
        'Host key that the server must show, as `ssh-keygen -lf` prints it on its console. Any other key fails the test.',
    }),
  })
  .meta({ id: 'TestNewConnectionRequest' })

export const TestConnectionBody = z.union([KnownServer, NewServer]).meta({ id: 'TestConnectionRequest' })
export type TestConnection = z.output<typeof TestConnectionBody>

const Stage = z
  .enum(connectionTestStages)
  .describe(
    'What is tested. `dns`: the hostname resolves. `tcp`: the port is open. `host_key`: the host key is the expected one. `auth`: the login works. `privileges`: the user has enough rights. `forwarding`: SSH forwarding is allowed. `os`: the operating system is supported. `docker`: Docker works. `disk`: there is enough disk space. `memory`: there is enough memory. `ports`: ports 80 and 443 are free. `clock`: the clock is right.',
  )

export const ConnectionTestStage = z
  .object({
    stage: Stage,
    status: z
      .enum(['running', 'ok', 'warning', 'failed', 'skipped'])
      .describe(
        '`running`: it has started. `ok`: all is well. `warning`: it works, but look at `detail`. `failed`: this must be fixed. `skipped`: an earlier stage failed, so it could not be tested.',
      ),
    detail: z
      .string()
      .nullable()
      .meta({ description: 'What the test found, in a sentence for people. Null while it is running.' }),
    hint: z.string().nullable().meta({ description: 'What you can do about it. Null if there is nothing to do.' }),
    code: z.string().nullable().meta({
      description:
        'Stable machine-readable finding; `GET /failures` explains it. Null unless the status is `warning` or `failed`.',
      example: 'key_refused',
    }),
    durationMs: z.int().nullable().describe('How long the stage took, in milliseconds. Null while it is running.'),
  })
  .meta({ id: 'ConnectionTestStage', description: 'Progress and result of one stage of the test.' })
export type ConnectionTestStage = z.output<typeof ConnectionTestStage>

const ConnectionTestFailure = z
  .object({
    stage: Stage,
    code: z.string().describe('Stable machine-readable finding; `GET /failures` explains it.'),
    detail: z.string().describe('What the test found, in a sentence for people.'),
    hint: z.string().describe('Next step that usually resolves the problem.'),
  })
  .meta({ id: 'ConnectionTestFailure', description: 'A problem that the test found.' })

export const ConnectionTestResult = z
  .object({
    ok: z.boolean().meta({ description: 'True if no stage failed. Warnings do not count as failures.' }),
    complete: z.boolean().meta({
      description:
        'Whether every stage was tested. It is false if a failure or a missing key made the test stop early.',
    }),
    fingerprint: z.string().nullable().meta({
      description:
        'Fingerprint of the host key that you should compare with the console of the server. Null if the server showed none.',
    }),
    fingerprints: z
      .array(
        z.object({
          type: z.string().meta({ description: 'Algorithm of the host key.', example: 'ssh-ed25519' }),
          fingerprint: z.string().describe('SHA-256 hash of the host key, as `ssh-keygen -l` prints it.'),
        }),
      )
      .describe('All host keys that the server showed.'),
    failures: z.array(ConnectionTestFailure).describe('Problems that you must fix before the server can be used.'),
    warnings: z.array(ConnectionTestFailure).describe('Problems that do not keep you from using the server.'),
  })
  .meta({ id: 'ConnectionTestResult', description: 'Summary of a connection test, sent last.' })
export type ConnectionTestResult = z.output<typeof ConnectionTestResult>

export const ConnectionTestEvent = z.discriminatedUnion('event', [
  z.object({ event: z.literal('stage'), data: ConnectionTestStage }),
  z.object({ event: z.literal('result'), data: ConnectionTestResult }),
])
export type ConnectionTestEvent = z.output<typeof ConnectionTestEvent>
