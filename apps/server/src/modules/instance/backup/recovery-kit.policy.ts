/** The recovery kit: one text file with everything that a restore needs and that isn't in a backup. */

export interface RecoveryKit {
  instanceId: string
  publicUrl: string
  madeAt: Date
  /** The current identity is first. */
  sealingIdentities: readonly string[]
  sealingRecipient: string
  /** Null if this process doesn't have it. */
  deriveKey: string | null
}

export function writeKit(kit: RecoveryKit): string {
  return `# Recovery kit of Longshore ${kit.instanceId} at ${kit.publicUrl}, made ${kit.madeAt.toISOString()}.
# Whoever has this file and a backup of the control plane can read every secret in it. Keep it off this machine.
# How to use it: docs/guides/recover-the-control-plane.md

# Opens backups of the control plane and every sealed value in them (secrets/sealing-identities).
SEALING_IDENTITIES=${kit.sealingIdentities.join(',')}
# Its public half (.env).
SEALING_RECIPIENT=${kit.sealingRecipient}
${
  kit.deriveKey === null
    ? '# The key for sessions and two-factor sign-in is missing: save secrets/api-derive-key yourself, or people must set up two-factor sign-in again.'
    : `# Sessions and second factors are derived from it (secrets/api-derive-key).\nAPI_DERIVE_KEY=${kit.deriveKey}`
}
`
}
