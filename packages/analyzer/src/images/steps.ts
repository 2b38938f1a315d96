/** Helpers to write the steps of an image plan. */
import type { ImageStep } from './image-plan.ts'

export const workdir = (path: string): ImageStep => ({ do: 'workdir', path })
export const environment = (values: Readonly<Record<string, string>>): ImageStep => ({ do: 'environment', values })
export const copy = (paths: readonly string[], to: string): ImageStep => ({
  do: 'copy',
  from: null,
  paths,
  to,
  owner: null,
})
export const copyFrom = (from: string, path: string, to: string, owner: string | null = null): ImageStep => ({
  do: 'copy',
  from,
  paths: [path],
  to,
  owner,
})
export const run = (command: string, ...caches: string[]): ImageStep => ({ do: 'run', command, caches })
export const user = (name: string): ImageStep => ({ do: 'user', name })
export const expose = (port: number | null | undefined): ImageStep[] =>
  port === null || port === undefined ? [] : [{ do: 'expose', port }]
export const stopSignal = (signal: string): ImageStep => ({ do: 'stop-signal', signal })

/** An id that no other user has, so a volume that it owns stays readable after a change of the base image. */
export const appUser = '10001:10001'

/** Installs Debian packages, without recommended packages and package lists. */
export function install(packages: readonly string[]): ImageStep[] {
  if (packages.length === 0) return []
  const names = [...new Set(packages)].toSorted().join(' ')
  return [run(`apt-get update && apt-get install -y --no-install-recommends ${names} && rm -rf /var/lib/apt/lists/*`)]
}

/**
 * Uses an argument list, so that the program itself gets the signals; shell syntax runs in a shell that replaces
 * itself.
 */
export function command(text: string): ImageStep {
  const { args, needsShell } = split(text)
  return { do: 'command', args: needsShell ? ['sh', '-c', withExec(text)] : args }
}

/** The last of several commands replaces the shell; commands that run next to or after others need it. */
function withExec(text: string): string {
  const rest = text.replaceAll(/"[^"]*"|'[^']*'/g, '')
  if (/[;|(){}\n]|(?<!&)&(?!&)/.test(rest.replaceAll(/\$\{[^${}]{0,200}\}/g, ''))) return text
  const last = text.lastIndexOf('&&')
  if (last === -1) return `exec ${text}`
  return `${text.slice(0, last)}&& exec ${text.slice(last + 2).trim()}`
}

function split(text: string): { args: string[]; needsShell: boolean } {
  const args: string[] = []
  let word: string | null = null
  let quote = ''
  let needsShell = false
  for (const char of text) {
    if (quote === char) quote = ''
    else if (quote === '' && (char === '"' || char === "'")) {
      quote = char
      word ??= ''
    } else if (quote === '' && /\s/.test(char)) {
      if (word !== null) args.push(word)
      word = null
    } else {
      needsShell ||= quote !== "'" && (char === '$' || char === '`')
      needsShell ||= quote === '' && /[&|;<>(){}*?\\]/.test(char)
      word = (word ?? '') + char
    }
  }
  return { args: word === null ? args : [...args, word], needsShell }
}
