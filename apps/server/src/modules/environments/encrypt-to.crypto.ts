/** Encrypts a revealed secret to the key of the person who asked. */
import { armor, Encrypter } from 'age-encryption'

/** Uses the armored format of `age -a`, so the `age` program can read it. */
export async function encryptTo(recipient: string, text: string): Promise<string> {
  const encrypter = new Encrypter()
  encrypter.addRecipient(recipient)
  return armor.encode(await encrypter.encrypt(text))
}
