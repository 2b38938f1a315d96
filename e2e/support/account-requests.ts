/** Needs of successful requests about accounts, sign-in, and invitations. */
import type { StartedDeviceSignIn } from '@longshore/sdk'
import { TOTP } from 'otpauth'
import { call, newAddress, password, type SignedIn, signUp } from './client.ts'
import { must, type Setting } from './setting.ts'

interface AccountRequest {
  token?: string
  /** Builds a body that is valid only for a moment, such as a code. */
  bodyAtSend?: () => unknown
  path?: Record<string, string>
  body?: unknown
}

export const accountRequests: Record<string, (setting: Setting) => Promise<AccountRequest>> = {
  verifyOtp: async ({ instance }) => {
    const email = 'verify-otp@example.com'
    await must(instance, 'POST', '/api/v1/auth/register', { body: { email, password } })
    return { body: { email, code: await instance.mailbox.waitForCode(email) } }
  },
  login: async ({ people }) => ({ body: { email: people.owner.email, password } }),
  refreshSession: async ({ instance }) => ({ body: { refreshToken: (await signUp(instance)).refreshToken } }),
  resetPassword: async ({ instance }) => {
    const { email } = await signUp(instance)
    await must(instance, 'POST', '/api/v1/auth/forgot-password', { body: { email } })
    const mail = await instance.mailbox.waitFor(email, ({ text }) => text.includes('token='))
    return { body: { token: /token=([\w-]+)/.exec(mail.text)?.[1], password: `${password} again` } }
  },
  logout: async ({ instance }) => ({ token: (await signUp(instance)).token }),
  changePassword: async ({ instance }) => ({
    token: (await signUp(instance)).token,
    body: { currentPassword: password, newPassword: `${password} again` },
  }),
  deleteMe: async ({ instance }) => ({ token: (await signUp(instance)).token, body: { password } }),
  forceOrganizationDeletion: leavingOrganization,
  undoOrganizationDeletion: leavingOrganization,
  startMfa: async ({ instance }) => ({ token: (await signUp(instance)).token }),
  confirmMfa: async ({ instance }) => {
    const { token } = await signUp(instance)
    const totp = await firstTotp(instance, token)
    return { token, bodyAtSend: () => ({ code: totp.generate() }) }
  },
  disableMfa: async ({ instance }) => {
    const { token } = await signUp(instance)
    const confirmed = await must(instance, 'POST', '/api/v1/auth/mfa/confirm', {
      token,
      body: { code: (await firstTotp(instance, token)).generate() },
    })
    return { token, body: { code: confirmed.body.recoveryCodes[0] } }
  },
  acceptInvitation: async (setting) => {
    const guest = await signUp(setting.instance)
    return { token: guest.token, body: { token: await invite(setting, guest) } }
  },
  startDeviceSignIn: async () => ({ body: { clientName: 'Longshore CLI on laptop' } }),
  pollDeviceSignIn: async ({ instance }) => ({ body: { deviceCode: (await startDevice(instance)).deviceCode } }),
  findDeviceSignIn: async ({ instance }) => ({ body: { userCode: (await startDevice(instance)).userCode } }),
  denyDeviceSignIn: async ({ instance }) => ({ body: { userCode: (await startDevice(instance)).userCode } }),
  approveDeviceSignIn: async ({ instance }) => {
    const { userCode } = await startDevice(instance)
    return { body: { userCode, name: 'CLI on laptop', scopes: ['projects:read'] } }
  },
  previewInvitation: async (setting) => {
    const guest = await signUp(setting.instance)
    return { body: { token: await invite(setting, guest) } }
  },
}

async function invite({ instance, organizationId, people }: Setting, guest: SignedIn): Promise<string | undefined> {
  const invited = await must(instance, 'POST', `/api/v1/organizations/${organizationId}/invitations`, {
    token: people.owner.token,
    body: { email: guest.email, role: 'viewer' },
  })
  return String(invited.body.link).split('token=')[1]
}

async function firstTotp(instance: Setting['instance'], token: string): Promise<TOTP> {
  const started = await call(instance, 'POST', '/api/v1/auth/mfa', { token, address: newAddress() })
  return new TOTP({ secret: started.body.secret })
}

async function startDevice(instance: Setting['instance']) {
  const path = '/api/v1/auth/device'
  const started = await must<StartedDeviceSignIn>(instance, 'POST', path, { address: newAddress(), body: {} })
  return started.body
}

async function leavingOrganization({ instance }: Pick<Setting, 'instance'>) {
  const { token } = await signUp(instance)
  const { body } = await must(instance, 'POST', '/api/v1/organizations', { token, body: { name: 'Leaving' } })
  await must(instance, 'DELETE', `/api/v1/organizations/${body.id}`, { token, organization: body.id })
  return { token, path: { id: body.id } }
}
