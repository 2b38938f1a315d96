/**
 * Length over composition: 12 to 256 characters, any characters, no rules about digits or symbols. Refused is what guessing
 * programs try first: common words in disguise, keyboard walks, repetitions, and words of this account or product.
 */
const minimum = 12
const maximum = 256

// Stems of the most used passwords; a password is refused when nothing is left of it but a few of these, digits and marks.
const stems = `password passwort passord motdepasse contrasena senha parola qwerty qwertz azerty qwertyuiop asdfgh asdfghjkl
zxcvbn zxcvbnm qazwsx letmein welcome willkommen bienvenue admin administrator root user guest login master secret private
access default changeme change public system server service computer internet network windows linux ubuntu debian docker
google facebook twitter instagram youtube amazon apple android samsung microsoft github gitlab iloveyou love loveme lover
baby babygirl princess prince queen king angel angels sunshine sunflower flower rainbow summer winter spring autumn monday
tuesday wednesday thursday friday saturday sunday january february march april june july august september october november
december football baseball basketball soccer hockey tennis golf superman batman spiderman ironman starwars pokemon naruto
dragon monkey tiger lion eagle shadow ninja samurai hunter killer soldier warrior ranger mustang ferrari porsche mercedes
toyota corvette harley yankees cowboys lakers liverpool chelsea arsenal barcelona manchester london paris berlin madrid
michael jordan jennifer jessica ashley amanda daniel andrew joshua matthew robert thomas william anthony charlie nicole
michelle hannah maggie buster ginger pepper cookie chocolate banana orange cheese coffee pizza hello helloworld world
trustno test testing tester temp temporary sample demo example foobar abc abcd abcdef abcdefgh abcdefghij one two three four
freedom whatever nothing something everything forever family friends jesus christ heaven hello hi ok yes no please
blink matrix hacker crypto bitcoin money dollar million lucky happy smile crazy cool awesome super mega ultra best
company office work home house garden school student teacher doctor police market business manager director support
longshore deploy deployment production staging development localhost` // biome-ignore format: a word list
const stemSet = new Set(stems.split(/\s+/))
const longestStem = Math.max(...[...stemSet].map((stem) => stem.length))
const walks = [
  'qwertyuiopasdfghjklzxcvbnm',
  'qwertzuiopasdfghjklyxcvbnm',
  '1234567890',
  'abcdefghijklmnopqrstuvwxyz',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm',
]

/** Returns what is wrong, or undefined. */
export function passwordFault(password: string, accountWords: readonly string[]): string | undefined {
  const length = [...password].length
  if (length < minimum) return `must have at least ${minimum} characters`
  if (length > maximum) return `must have at most ${maximum} characters`
  if (new Set(password).size < 5) return 'repeats too few characters'
  const own = accountWords.flatMap((word) => [simplify(word), undisguise(word)]).filter((word) => word.length >= 4)
  if ([simplify(password), undisguise(password)].some((plain) => isPredictable(plain, own)))
    return 'is among the first that guessing programs try; add an uncommon word or two'
  return undefined
}

/** Lower case, letters and digits only. */
function simplify(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
}

/** The same without look-alike substitutions. */
function undisguise(text: string): string {
  const table: Record<string, string> = {
    '0': 'o',
    '1': 'i',
    '3': 'e',
    '4': 'a',
    '5': 's',
    '7': 't',
    '@': 'a',
    $: 's',
    '!': 'i',
  }
  return simplify([...text.toLowerCase()].map((character) => table[character] ?? character).join(''))
}

function isPredictable(plain: string, own: readonly string[]): boolean {
  if (isRepetition(plain)) return true
  const left = removeKnown(plain, own)
  // What remains must be as long as a short word, or the whole is words from the list with decoration.
  return left < 5
}

function isRepetition(text: string): boolean {
  for (let unit = 1; unit <= text.length / 2; unit += 1) {
    if (text.length % unit === 0 && text.slice(0, unit).repeat(text.length / unit) === text) return true
  }
  return false
}

/** Greedily removes stems, own words, keyboard walks and digits; returns how many letters are left. */
function removeKnown(plain: string, own: readonly string[]): number {
  let left = 0
  for (let at = 0; at < plain.length; ) {
    const taken = longestKnown(plain, at, own)
    if (taken === 0) left += 1
    at += Math.max(1, taken)
  }
  return left
}

function longestKnown(plain: string, at: number, own: readonly string[]): number {
  for (const word of own) if (plain.startsWith(word, at)) return word.length
  for (let length = Math.min(longestStem, plain.length - at); length >= 2; length -= 1) {
    if (stemSet.has(plain.slice(at, at + length))) return length
  }
  for (let length = plain.length - at; length >= 4; length -= 1) {
    const part = plain.slice(at, at + length)
    const backwards = [...part].reverse().join('')
    if (walks.some((walk) => walk.includes(part) || walk.includes(backwards))) return length
  }
  return /\d/.test(plain.charAt(at)) ? 1 : 0
}
