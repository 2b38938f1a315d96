/** Fields that name something in a repository or a registry. */
import { z } from 'zod'
import { cleanRepositoryPath, isBranchName, isImageReference } from './source-names.policy.ts'

export const BranchName = z
  .string()
  .min(1)
  .max(255)
  .refine(isBranchName, 'must be the name of a branch, without refs/heads/')
  .meta({ description: 'Git branch, without `refs/heads/`.', example: 'main' })

/** Normalized path; `.` is the root. */
export const RepositoryPath = z
  .string()
  .max(1_000)
  .refine((text) => cleanRepositoryPath(text) !== undefined, 'must be a path inside the repository')
  .overwrite((text) => cleanRepositoryPath(text) ?? text)
  .meta({ description: 'Path relative to the repository root. `.` is the root itself.', example: 'apps/web' })

export const ImageReference = z
  .string()
  .min(1)
  .max(500)
  .refine(isImageReference, 'must be an image such as nginx:1.29 or ghcr.io/owner/app@sha256:…')
  .meta({ description: 'Container image with its tag or digest.', example: 'ghcr.io/owner/app:1.4.2' })

/** Pinned by digest, so it is exactly what CI built. */
export const PinnedImage = z
  .string()
  .max(500)
  .regex(/@sha256:[0-9a-f]{64}$/, 'must end with @sha256: and a digest')
  .refine(isImageReference, 'must be an image such as ghcr.io/owner/app@sha256:…')
  .meta({
    description: 'Container image pinned by its digest, so that it can never change.',
    example: `ghcr.io/owner/app@sha256:${'0'.repeat(64)}`,
  })
