/** Who calls. */
export interface Credentials {
  /** For `Authorization: Bearer`; undefined: the request goes without. */
  token(): Promise<string | undefined>
  /** The server refused this token. True: another one is there, and the request is worth sending again. */
  renew(refused: string | undefined): Promise<boolean>
}

/** An API token, for programs: `lgs_…`. It has scopes, and it never signs in. */
export function apiToken(token: string): Credentials {
  return { token: async () => token, renew: async () => false }
}

export const anonymous: Credentials = { token: async () => undefined, renew: async () => false }
