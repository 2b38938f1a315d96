/** Reads and corrupts the folder secrets/ of an installation. */
import { chmod, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export class SecretFiles {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  path(name: string): string {
    return join(this.#folder, name)
  }

  async read(name: string): Promise<string> {
    return (await readFile(this.path(name), 'utf8')).trim()
  }

  async write(name: string, text: string): Promise<void> {
    await writeFile(this.path(name), `${text}\n`)
  }

  /** Replaces the file's content until the returned function is called. */
  async replace(name: string, text: string): Promise<() => Promise<void>> {
    const before = await this.read(name)
    await this.write(name, text)
    return async () => await this.write(name, before)
  }

  async hide(name: string): Promise<() => Promise<void>> {
    await rename(this.path(name), `${this.path(name)}.hidden`)
    return async () => await rename(`${this.path(name)}.hidden`, this.path(name))
  }

  async setMode(name: string, mode: number): Promise<() => Promise<void>> {
    await chmod(this.path(name), mode)
    return async () => await chmod(this.path(name), 0o600)
  }

  /** Every secret of every file that must never be printed, including passwords in URLs. */
  async values(): Promise<string[]> {
    const texts = await Promise.all((await readdir(this.#folder)).map((name) => this.read(name)))
    const passwords = texts.map((text) => URL.parse(text)?.password ?? '')
    return [...texts, ...passwords].flatMap((text) => text.split('\n')).filter((text) => text.length >= 12)
  }
}

/** Made by `bin/init` of letters that need no quoting. */
export function readSecret(password: string): string {
  if (!/^[\w-]+$/.test(password)) throw new Error('not a password of bin/init')
  return password
}
