/** One folder of the repository, as a detector sees it: paths are relative to it, and contents are cached. */
import type { Repository } from './repository.ts'

export class Folder {
  readonly repository: Repository
  /** `.` is the repository root. */
  readonly path: string

  constructor(repository: Repository, path: string) {
    this.repository = repository
    this.path = path
  }

  /** Path from the repository root. */
  full(name: string): string {
    return this.path === '.' ? name : `${this.path}/${name}`
  }

  has(name: string): boolean {
    return this.repository.has(this.full(name))
  }

  text(name: string): Promise<string | null> {
    return this.repository.text(this.full(name))
  }

  /** See Repository.document. */
  document(name: string): Promise<unknown> {
    return this.repository.document(this.full(name))
  }

  /** Paths of files below this folder, relative to it. */
  files(): readonly string[] {
    const all = this.repository.filesBelow(this.path)
    return this.path === '.' ? all : all.map((path) => path.slice(this.path.length + 1))
  }

  folder(name: string): Folder {
    return new Folder(this.repository, name === '.' ? this.path : this.full(name))
  }
}
