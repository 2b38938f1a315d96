/**
 * Response of a call whose caller names no response type: the fields that scenarios read. Suites check responses against their
 * schemas elsewhere. Callers that read more, or values that can be null, name the type of the SDK instead.
 */
export interface ResponseView {
  readonly accessToken: string
  readonly action: string
  readonly actor: { readonly name: string }
  readonly analysis: ResponseView
  readonly auth: string
  readonly baseDomain: string | null
  readonly body: unknown
  readonly code: string
  readonly commit: { readonly sha: string } | null
  readonly current: boolean
  readonly deletionDueAt: string
  readonly deletionRequestedAt: string | null
  readonly detail: string
  readonly domainId: string
  readonly emailVerifiedAt: string | null
  readonly enabled: boolean
  readonly environment: ResponseView
  readonly error: { readonly code: string } | null
  readonly finishedAt: string | null
  readonly framework: string | null
  readonly fullName: string
  readonly id: string
  readonly installUrl: string | null
  readonly isOperator: boolean
  readonly items: ResponseView[]
  readonly ip: string
  readonly kind: string
  readonly link: string
  readonly manifest: string
  readonly mfaToken: string
  readonly name: string
  readonly nextCursor: string | null
  /** An account always has its own organization. */
  readonly organizations: [ResponseView, ...ResponseView[]]
  readonly ok: boolean
  readonly otpauthUrl: string
  readonly problem: { readonly code: string; readonly hint: string }
  readonly projectId: string
  readonly providerId: string
  readonly publicKey: string
  readonly recipient: string
  readonly recoveryCodes: string[]
  readonly refreshToken: string
  readonly request: unknown
  readonly role: string
  readonly scan: ResponseView
  readonly scopes: string[]
  readonly secret: string
  readonly services: ResponseView[]
  readonly setupCommand: string
  readonly startedAt: string | null
  readonly state: string
  /** The state of a resource, or the number of an HTTP or mail response that the body reports. */
  readonly status: string | number | null
  readonly token: string
  readonly url: string
  readonly user: ResponseView
  readonly userId: string
  readonly warnings: ResponseView[]
}
