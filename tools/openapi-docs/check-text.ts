/** Checks that a description is a sentence that says more than the name next to it. */
import type { DocumentedText } from './collect-texts.ts'

const minNewWords = 2
const stopWords = new Set(
  `a an the of to in on at by for from with without and or not no is are was were be been being has have had do does did it its
  this that these those there their them they you your we our i if then than as so when where which who whose what how why
  one value current new given also only just can could may might must should will would any all each every some such other
  null field property parameter header object string`.split(/\s+/),
)

/** Undefined if there is no problem. */
export function faultOf({ kind, name, parent, description, values }: DocumentedText): string | undefined {
  if (description === undefined || description.trim() === '') return 'has no description'
  if (kind === 'enum') return missingValues(description, values)
  if (!isSentence(description)) return `is not a sentence: "${description}"`
  if (newWords(description, `${name} ${parent}`).length < minNewWords) return `only restates its name: "${description}"`
  return undefined
}

function missingValues(description: string, values: readonly string[]): string | undefined {
  const missing = values.filter((value) => !description.includes(`\`${value}\``))
  return missing.length === 0 ? undefined : `does not explain ${missing.map((value) => `\`${value}\``).join(', ')}`
}

/** Starts and ends like a sentence. Code at the start or end counts as the text around it. */
function isSentence(text: string): boolean {
  return /^["“(]?[A-Z0-9`]/.test(text) && /[.!?][)"”]?$/.test(text)
}

function newWords(text: string, known: string): string[] {
  const knownStems = new Set(stemsOf(known))
  const stems = stemsOf(text).filter((stem) => !knownStems.has(stem))
  return [...new Set(stems)]
}

function stemsOf(text: string): string[] {
  const spaced = text.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase()
  const tokens = spaced.match(/[a-z0-9]+/g) ?? []
  return tokens.filter((word) => !stopWords.has(word)).map(stemOf)
}

/** Crude but sufficient: creates, created, and creating have the same stem. */
function stemOf(word: string): string {
  const stem = word.replace(/(?:ing|ed|es|s|e)$/, '')
  return stem.length < 2 ? word : stem
}
