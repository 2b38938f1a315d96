/** How a release was built: an in-toto statement with SLSA provenance; pure. */
import type { ReleaseFile } from './checksums.ts'

export interface ProvenanceFacts {
  readonly files: readonly ReleaseFile[]
  /** `REPOSITORY@sha256:…` */
  readonly image: string
  readonly version: string
  readonly sourceUrl: string
  readonly commit: string
  /** Base images, as they were named for the build. */
  readonly bases: readonly string[]
  readonly builder: string
  readonly invocation: string
  readonly startedOn: string
  readonly finishedOn: string
}

export function createProvenance(facts: ProvenanceFacts): object {
  const [repository = '', digest = ''] = facts.image.split('@sha256:')
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: [
      { name: repository, digest: { sha256: digest } },
      ...facts.files.map(({ name, sha256 }) => ({ name, digest: { sha256 } })),
    ],
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: `${facts.sourceUrl}/bin/release`,
        externalParameters: { version: facts.version, source: facts.sourceUrl },
        internalParameters: {},
        resolvedDependencies: [
          { uri: `git+${facts.sourceUrl}`, digest: { gitCommit: facts.commit } },
          ...facts.bases.map(describeBase),
        ],
      },
      runDetails: {
        builder: { id: facts.builder },
        metadata: { invocationId: facts.invocation, startedOn: facts.startedOn, finishedOn: facts.finishedOn },
      },
    },
  }
}

function describeBase(reference: string): object {
  const [name = '', digest] = reference.split('@sha256:')
  return { uri: `docker://${name}`, ...(digest === undefined ? {} : { digest: { sha256: digest } }) }
}
