/** Compose text while its project is set up. Only in memory, because such files often contain passwords. */
const pasted = new Map<string, string>()

export function keepCompose(projectId: string, compose: string | undefined): void {
  if (compose !== undefined) pasted.set(projectId, compose)
}

/** Empty after a reload: the server reveals the text only for an environment, which the project does not have yet. */
export function keptCompose(projectId: string): string {
  return pasted.get(projectId) ?? ''
}

/** The line that a warning names, as people wrote it. Null: the text has no such line. */
export function lineAt(compose: string, line: number | null): string | null {
  return line === null ? null : (compose.split(/\r?\n/)[line - 1] ?? null)
}

/** The first warning that keeps the whole file from being read. */
export function composeFault<Warning extends { code: string }>(warnings: readonly Warning[]): Warning | undefined {
  return warnings.find(({ code }) => code === 'compose_unreadable')
}
