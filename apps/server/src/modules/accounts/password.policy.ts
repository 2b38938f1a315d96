/**
 * Prefers length over composition: 12 to 256 characters of any kind, without rules about digits or symbols. Rejects
 * what guessing programs try first: common words in disguise, keyboard sequences, repetitions, dates, and words of this
 * account or product.
 */
import { commonWords, countingWords, walks } from './password-words.policy.ts'

const minimum = 12
const maximum = 256
/** A password passes with this many characters outside any known pattern, or this many common words. */
const enoughUnknown = 6
const enoughWords = 4
const shortestWalk = 4
const longestWord = Math.max(...[...commonWords, ...countingWords].map((word) => word.length))

/** Returns what is wrong, or undefined for a strong password. */
export function passwordFault(password: string, accountWords: readonly string[]): string | undefined {
  const length = [...password.normalize('NFC')].length
  if (length < minimum) return `must have at least ${minimum} characters`
  if (length > maximum) return `must have at most ${maximum} characters`
  if (new Set(password.toLowerCase()).size < 5) return 'repeats too few characters'
  const own = accountWords.flatMap((word) => [simplify(word), ...undisguise(word)]).filter((word) => word.length >= 3)
  if ([simplify(password), ...undisguise(password)].some((plain) => isPredictable(plain, own)))
    return 'is easy to guess. Add an uncommon word or two'
  return undefined
}

/** Lowercases the text and keeps only letters, digits, and pictographs. */
function simplify(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{So}]/gu, '')
}

const lookAlikes: Record<string, string> = {
  '0': 'o', '1': 'i', '2': 'z', '3': 'e', '4': 'a', '5': 's', '6': 'g', '7': 't', '8': 'b', '9': 'g', '@': 'a', $: 's', '!': 'i', '|': 'l', '€': 'e', '+': 't',
} // biome-ignore format: a table

/**
 * Reverts look-alike substitutions. Digits and marks at either end can be decoration or letters of the word (`3v3`,
 * `chocolat3`), so both readings are returned.
 */
function undisguise(text: string): string[] {
  const characters = [...text.toLowerCase()]
  const first = characters.findIndex(isLetter)
  const last = characters.findLastIndex(isLetter)
  if (first === -1) return []
  const part = (from: number, to: number) => characters.slice(from, to).join('')
  const [before, middle, after] = [part(0, first), part(first, last + 1), part(last + 1, characters.length)]
  const ends = [0, 1, 2, 3, 4]
  const forms = ends.flatMap((front) =>
    ends.map((back) => {
      const head = before.length - front
      const core = before.slice(Math.max(0, head)) + middle + after.slice(0, back)
      const plain = [...core].map((character) => lookAlikes[character] ?? character).join('')
      return simplify(before.slice(0, Math.max(0, head)) + plain + after.slice(back))
    }),
  )
  return [...new Set(forms)]
}

function isLetter(character: string): boolean {
  return /\p{L}/u.test(character)
}

function isPredictable(plain: string, own: readonly string[]): boolean {
  if (isRepetition(plain)) return true
  const { unknown, words } = takeApart(plain, own)
  return unknown < enoughUnknown && words.size < enoughWords
}

/** Detects a short unit that repeats, the last time possibly cut off. */
function isRepetition(text: string): boolean {
  for (let unit = 1; unit < Math.min(minimum, text.length / 2 + 1); unit += 1) {
    if (text.slice(unit) === text.slice(0, text.length - unit)) return true
  }
  return false
}

interface Parts {
  unknown: number
  words: ReadonlySet<string>
}

/**
 * Finds the reading of the text with the fewest unknown characters. Common words, sequences, and words of the account
 * cost nothing; a group of digits and any other letter cost one each.
 */
function takeApart(plain: string, own: readonly string[]): Parts {
  const best: Parts[] = [{ unknown: 0, words: new Set() }]
  const offer = (at: number, parts: Parts) => {
    const known = best[at]
    const isBetter =
      known === undefined ||
      parts.unknown < known.unknown ||
      (parts.unknown === known.unknown && parts.words.size < known.words.size)
    if (isBetter) best[at] = parts
  }
  for (let at = 0; at < plain.length; at += 1) {
    const before = best[at]
    if (before === undefined) continue
    const digits = /^\d+/.exec(plain.slice(at))?.[0].length ?? 1
    offer(at + digits, { ...before, unknown: before.unknown + 1 })
    for (const word of own) if (plain.startsWith(word, at)) offer(at + word.length, before)
    for (let length = longestWalkAt(plain, at); length >= shortestWalk; length -= 1) offer(at + length, before)
    for (const { length, word } of wordsAt(plain, at)) {
      offer(at + length, word === null ? before : { ...before, words: new Set([...before.words, word]) })
    }
  }
  return best[plain.length] ?? { unknown: plain.length, words: new Set() }
}

function wordsAt(plain: string, at: number): { length: number; word: string | null }[] {
  const found: { length: number; word: string | null }[] = []
  for (let length = 3; length <= Math.min(longestWord, plain.length - at); length += 1) {
    const part = plain.slice(at, at + length)
    // Reversed words are a common disguise.
    const backwards = length < 4 ? part : [...part].reverse().join('')
    const word = [part, backwards].find((each) => commonWords.has(each))
    if (word !== undefined) found.push({ length, word })
    else if (countingWords.has(part) || countingWords.has(backwards)) found.push({ length, word: null })
  }
  return found
}

function longestWalkAt(plain: string, at: number): number {
  const isWalk = (length: number) => {
    const part = plain.slice(at, at + length)
    const backwards = [...part].reverse().join('')
    return walks.some((walk) => walk.includes(part) || walk.includes(backwards))
  }
  let length = 0
  while (at + length < plain.length && isWalk(length + 1)) length += 1
  return length
}
