import type { LimitPolicy } from '../../platform/limits/persistent-limit.ts'

const minute = 60
const hour = 60 * minute

export const accountLimits = {
  loginPerAccountAndAddress: { name: 'login', limit: 10, windowSeconds: 15 * minute },
  loginPerAddress: { name: 'login-address', limit: 100, windowSeconds: 15 * minute },
  registerPerAddress: { name: 'register', limit: 5, windowSeconds: hour },
  forgotPerAccount: { name: 'forgot-account', limit: 3, windowSeconds: hour },
  forgotPerAddress: { name: 'forgot', limit: 10, windowSeconds: hour },
  codesPerHour: { name: 'codes-hour', limit: 5, windowSeconds: hour },
  codesPerDay: { name: 'codes-day', limit: 10, windowSeconds: 24 * hour },
  codeTriesPerAddress: { name: 'verify-otp', limit: 60, windowSeconds: 15 * minute },
  // Anyone with the password gets a new challenge with five attempts on every sign-in, so attempts also count per
  // account.
  secondFactorPerAccount: { name: 'second-factor', limit: 30, windowSeconds: 24 * hour },
  tokensPerAddress: { name: 'one-time-tokens', limit: 600, windowSeconds: 15 * minute },
} as const satisfies Record<string, LimitPolicy>
