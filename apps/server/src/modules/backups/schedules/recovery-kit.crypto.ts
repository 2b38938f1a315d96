/**
 * Creates the file that opens an organization's archives without this instance, in the format of `age-keygen`, with
 * instructions.
 */
import { armor, Encrypter } from 'age-encryption'
import type { OpenedBackupKey } from './backup-key.crypto.ts'

/** Only the holder of the key for `recipient` can read the result. */
export async function writeRecoveryKit(key: OpenedBackupKey, recipient: string): Promise<string> {
  const encrypter = new Encrypter()
  encrypter.addRecipient(recipient)
  return armor.encode(await encrypter.encrypt(textOf(key)))
}

/** `age -d -i` accepts this text directly, because lines with `#` are comments. */
function textOf({ identity, recipient, restoreTestPublicKey }: OpenedBackupKey): string {
  return [
    '# Recovery kit for the backups of one organization. Anyone with this file can read all of them: keep it offline.',
    '#',
    '# To open a backup without Longshore: age -d -i THIS-FILE BACKUP | zstd -d > dump.sql',
    '# Each backup has a manifest next to it (.manifest.json), encrypted the same way.',
    `# public key: ${recipient}`,
    `# key that signs restore tests (Ed25519, SPKI, base64): ${restoreTestPublicKey}`,
    identity.reveal(),
    '',
  ].join('\n')
}
