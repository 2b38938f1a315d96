/** Credentials of a client. */
export interface Credentials {
  /** Token for `Authorization: Bearer`. Undefined: the request is sent without one. */
  token(): Promise<string | undefined>
  /** Called when the server rejected this token. Resolves to true if there is a new one and the request should be repeated. */
  renew(refused: string | undefined): Promise<boolean>
}

/** An API token for programs: `lgs_…`. It has scopes and needs no sign-in. */
export function apiToken(token: string): Credentials {
  return { token: async () => token, renew: async () => false }
}

export const anonymous: Credentials = { token: async () => undefined, renew: async () => false }
