/**
 * Contents of a release, which never change. Rows store them, so only add fields, with defaults.
 *
 * Decision: docs/decisions/0014-frozen-release-per-deployment.md
 */
import { z } from 'zod'
import { storedId } from '../../platform/ids/stored-id.ts'
import { serviceKinds } from '../environments/service-kinds.schemas.ts'
import { ServiceConfiguration } from '../environments/services.schemas.ts'

export const DeployedCommit = z.object({
  sha: z.string().meta({
    description: 'Full hash of the commit.',
    example: '4b825dc642cb6eb9a060e54bf8d69288fbee4904',
  }),
  message: z.string().meta({
    description: 'Commit message as the author wrote it. It can span several lines.',
    example: 'Show prices in euros',
  }),
  author: z.string().meta({ description: 'Author name from the commit, not a Longshore account.', example: 'Ada' }),
  committedAt: z.string().nullable().meta({
    description: 'When it was committed, according to Git; null if the Git provider doesn’t report it.',
    example: '2026-11-15T09:12:44Z',
  }),
})
export type DeployedCommit = z.output<typeof DeployedCommit>

export const FrozenImage = z.object({
  /** `sha256:…` on the server. Containers start from this. */
  id: z.string(),
  /** Name for people: our own tag, or the given reference. */
  reference: z.string(),
  /** Digest in the registry. */
  digest: z.string().nullable(),
  /** Hash of the build inputs. The same hash means the same image. */
  contentHash: z.string().nullable(),
  architecture: z.string(),
  sizeBytes: z.number(),
  /** True when this environment pulled the image and the server didn't have it already. */
  isPulled: z.boolean().default(false),
})
export type FrozenImage = z.output<typeof FrozenImage>

export const FrozenService = z.object({
  serviceId: storedId('svc'),
  name: z.string(),
  kind: z.enum(serviceKinds),
  configuration: ServiceConfiguration,
  /** Text of the repository's files that its containers get, by path in the repository. */
  texts: z.record(z.string(), z.string()).default({}),
  /** Null for databases, which use the image of their engine version. */
  image: FrozenImage.nullable(),
})
export type FrozenService = z.output<typeof FrozenService>

export const StartedContainer = z.object({
  service: z.string(),
  slot: z.int(),
  name: z.string(),
  id: z.string(),
  address: z.string(),
})
export type StartedContainer = z.output<typeof StartedContainer>
