/** Shapes of the connection test: its request and the events of its stream. */
import { z } from 'zod'
import { idOf } from '../../platform/ids/type-id.schemas.ts'
import { Fingerprint, Host, PassphraseText, Port, PrivateKeyText, Username } from './servers.schemas.ts'

export const connectionTestStages = [
  'dns', 'tcp', 'host_key', 'auth', 'privileges', 'forwarding', 'os', 'docker', 'disk', 'memory', 'ports', 'clock',
] as const // biome-ignore format: one list

const KnownServer = z
  .strictObject({
    serverId: idOf('srv').meta({ description: 'A registered server, with its own key and pinned host keys.' }),
  })
  .meta({ id: 'TestKnownConnectionRequest' })

const NewServer = z
  .strictObject({
    host: Host,
    port: Port.default(22),
    username: Username,
    privateKey: PrivateKeyText.optional().meta({
      description:
        'The content of a private key file: OpenSSH or PEM. Used for this test only and never stored. Without it the test ends at the host key.',
      writeOnly: true,
    }),
    passphrase: PassphraseText.optional(),
    hostKeyFingerprint: Fingerprint.optional().meta({
      description: 'What ssh-keygen -lf prints on the server’s console: any other key is refused.',
    }),
  })
  .meta({ id: 'TestNewConnectionRequest' })

export const TestConnectionBody = z.union([KnownServer, NewServer]).meta({ id: 'TestConnectionRequest' })
export type TestConnection = z.output<typeof TestConnectionBody>

export const ConnectionTestStage = z
  .object({
    stage: z.enum(connectionTestStages),
    status: z.enum(['running', 'ok', 'warning', 'failed', 'skipped']),
    detail: z.string().nullable().meta({ description: 'What was found.' }),
    hint: z.string().nullable().meta({ description: 'What to do about it.' }),
    code: z
      .string()
      .nullable()
      .meta({ description: 'Stable; set with `warning` and `failed`.', example: 'key_refused' }),
    durationMs: z.int().nullable(),
  })
  .meta({ id: 'ConnectionTestStage' })
export type ConnectionTestStage = z.output<typeof ConnectionTestStage>

const ConnectionTestFault = z
  .object({ stage: z.enum(connectionTestStages), code: z.string(), detail: z.string(), hint: z.string() })
  .meta({ id: 'ConnectionTestFault' })

export const ConnectionTestResult = z
  .object({
    ok: z.boolean().meta({ description: 'Nothing that was tested failed.' }),
    complete: z.boolean().meta({ description: 'Every stage was tested.' }),
    fingerprint: z
      .string()
      .nullable()
      .meta({ description: 'Of the host key to compare; null when the server showed none.' }),
    fingerprints: z.array(z.object({ type: z.string(), fingerprint: z.string() })),
    failures: z.array(ConnectionTestFault),
    warnings: z.array(ConnectionTestFault),
  })
  .meta({ id: 'ConnectionTestResult' })
export type ConnectionTestResult = z.output<typeof ConnectionTestResult>

export const ConnectionTestEvent = z.discriminatedUnion('event', [
  z.object({ event: z.literal('stage'), data: ConnectionTestStage }),
  z.object({ event: z.literal('result'), data: ConnectionTestResult }),
])
export type ConnectionTestEvent = z.output<typeof ConnectionTestEvent>
