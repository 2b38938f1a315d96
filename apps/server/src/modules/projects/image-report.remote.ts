/** Report of a project that is an image: there is nothing to read, and its owner defines what runs in it. */
import { emptyService } from '@longshore/analyzer/empty-service'
import type { Report } from '@longshore/analyzer/report'
import { slugOf } from '../environments/index.ts'

export function imageReport(image: string): Report {
  const [withTag = image] = image.split('@')
  const name = slugOf((withTag.split('/').at(-1) ?? image).split(':')[0] ?? image, 'web')
  return {
    services: [{ ...emptyService, name, builder: 'image', image }],
    databases: [],
    variables: [],
    monorepo: null,
    configuration: null,
    composeProfiles: [],
    domains: [],
    warnings: isPinned(image)
      ? []
      : [
          {
            code: 'image_not_pinned',
            message: `${image} has no digest, so the image can change between two deployments.`,
            hint: 'Add the digest, as in nginx:1.29@sha256:…, or deploy by digest from CI.',
            file: null,
            line: null,
          },
        ],
    files: { count: 0, bytes: 0, read: 0 },
  }
}

function isPinned(image: string): boolean {
  return image.includes('@sha256:')
}
