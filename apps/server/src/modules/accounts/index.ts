import type { Authenticator } from '../../platform/access/authenticator.ts'
import type { HttpServer } from '../../platform/http/server.ts'
import { createPasswordHasher } from '../../platform/passwords/password-hash.ts'
import { createAccessTokens } from './access-token.crypto.ts'
import type { AccountContext } from './account-context.service.ts'
import { registerAuthRoutes } from './auth.routes.ts'
import { createAuthenticator } from './authenticator.service.ts'
import { createMfaService } from './mfa.service.ts'
import { registerProfileRoutes } from './profile.routes.ts'
import { createProfileService } from './profile.service.ts'
import { createResetPasswordService } from './reset-password.service.ts'
import { createSessionCookies } from './session-cookies.crypto.ts'
import { createSignInService } from './sign-in.service.ts'
import { createSignUpService } from './sign-up.service.ts'

export { accountProblems } from './accounts.problems.ts'
export { stillAllowed } from './authentication.system-repository.ts'
export { createResetLink } from './create-reset-link.action.ts'
export { createSetupLink } from './create-setup-link.action.ts'
export { requireRecentSignIn } from './recent-sign-in.policy.ts'

export interface AccountsModule {
  readonly authenticator: Authenticator
  register(app: HttpServer): void
}

export type AccountsOptions = Omit<AccountContext, 'hasher' | 'accessTokens'> & { origins: readonly string[] }

export function createAccountsModule(options: AccountsOptions): AccountsModule {
  const { origins, ...rest } = options
  const accessTokens = createAccessTokens({ master: rest.master, issuer: rest.publicUrl, clock: rest.clock })
  const account: AccountContext = { ...rest, hasher: createPasswordHasher(), accessTokens }
  const cookies = createSessionCookies({ isHttps: rest.publicUrl.startsWith('https:') })
  return {
    authenticator: createAuthenticator(account, cookies),
    register(app) {
      registerAuthRoutes(app, {
        signUp: createSignUpService(account),
        signIn: createSignInService(account),
        resetPassword: createResetPasswordService(account),
        origins,
        cookies,
      })
      registerProfileRoutes(app, { profile: createProfileService(account), mfa: createMfaService(account), cookies })
    },
  }
}
