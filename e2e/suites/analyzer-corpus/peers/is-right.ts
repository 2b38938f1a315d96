/** Whether a peer's result means the expected one. Doubtful results count in the peer's favor. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Other names for the same framework. */
const aliases: Readonly<Record<string, readonly string[]>> = {
  next: ['nextjs', 'next'],
  nuxt: ['nuxtjs', 'nuxt', 'nuxt3'],
  sveltekit: ['sveltekit', 'sveltekit-1', 'svelte-kit'],
  'create-react-app': ['create-react-app', 'cra'],
  'vue-cli': ['vue', 'vue-cli'],
  docusaurus: ['docusaurus', 'docusaurus-2', 'docusaurus-v2'],
  angular: ['angular', 'angular-cli'],
  remix: ['remix', 'remix-run'],
  'react-router': ['react-router', 'react-router-7'],
  nestjs: ['nestjs', 'nest'],
  'tanstack-start': ['tanstack-start', 'tanstack-router'],
  rails: ['rails', 'ruby-on-rails', 'rubyrails'],
  fresh: ['fresh'],
}

export function isFramework(expected: string, given: string | null): boolean {
  if (given === null) return false
  const word = given.toLowerCase().replace(/^(?:python|ruby|php|java|go|elixir)(?:is|has|uses)?/, '')
  const names = aliases[expected] ?? [expected]
  return (
    names.includes(given) ||
    names.includes(word) ||
    names.some((name) => name.replaceAll(/[^a-z]/g, '') === word.replaceAll(/[^a-z]/g, ''))
  )
}

export function isManager(expected: string, given: string | null): boolean {
  return given !== null && given.replace(/(?:berry|1)$/, '') === expected
}

/**
 * Accepts the same command, a script that runs it, or a longer command: every word of the expected one that is neither
 * an option nor a URL must occur.
 */
export async function isCommand(expected: string, given: string | null, folder: string): Promise<boolean> {
  if (given === null) return false
  const scripts = await readScripts(folder)
  const wanted = [expected, unfold(expected, scripts)]
  const offered = [given, unfold(given, scripts)]
  return wanted.some((one) => offered.some((other) => contains(other, one)))
}

function contains(text: string, wanted: string): boolean {
  const found = new Set(wordsOf(text))
  return wordsOf(wanted).every((word) => found.has(word))
}

/** Names that people and platforms choose freely: compiled binaries, wrappers around the program, and addresses. */
const freeWords =
  /^(?:npx|exec|run|bundle|npm|pnpm|yarn|bun|package|bootJar|build|install|clean|\.|&&|node_modules)$|\d{4}|^\d+\.\d+/

function wordsOf(text: string): string[] {
  return text
    .split(/[\s'"]+/)
    .map((word) => sameWord(word.replace(/^\.\//, '')))
    .filter((word) => word !== '' && !word.startsWith('-') && !freeWords.test(word))
}

/** The path of a compiled program doesn't matter; `mvnw` is Maven, `rake` is Rails. */
function sameWord(word: string): string {
  if (
    /^(?:out|app|bin\/(?!rails)[\w.-]+|target\/[\w./*-]+|build\/libs\/[\w./*-]+|publish\/[\w./-]+|out\/[\w./-]+|\S+\.(?:jar|dll)|\*\/build\/libs\/\S+)$/.test(
      word,
    )
  )
    return '(built)'
  return word
    .replace(/^bin\//, '')
    .replace(/^rake$/, 'rails')
    .replace(/^mvnw?$/, 'maven')
    .replace(/^gradlew?$/, 'gradle')
}

function unfold(text: string, scripts: Readonly<Record<string, string>>): string {
  const name = /^(?:npm|pnpm|yarn|bun)(?: run)? ([\w:.-]+)$/.exec(text.trim())?.[1]
  return name === undefined ? text : (scripts[name] ?? text)
}

async function readScripts(folder: string): Promise<Record<string, string>> {
  const text = await readFile(join(folder, 'package.json'), 'utf8').catch(() => '{}')
  try {
    return JSON.parse(text).scripts ?? {}
  } catch {
    return {}
  }
}
