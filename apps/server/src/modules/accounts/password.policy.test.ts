import { expect, test } from 'vitest'
import { passwordFault } from './password.policy.ts'

/** Taken from the lists that are published every year, not from the policy. */
const wellKnown = `password passw0rd p@ssw0rd p@ssword pa55word qwerty qwerty123 qwertyuiop letmein welcome monkey dragon master sunshine princess
football baseball superman batman iloveyou trustno1 shadow michael jordan jennifer hunter killer charlie ashley bailey access
flower hottie loveme zaq1zaq1 starwars freedom whatever ninja azerty solo lovely admin administrator root login hello nicole
daniel babygirl jessica liverpool chelsea arsenal barcelona manchester summer winter spring autumn january february october
december monday friday cookie pepper ginger banana orange purple chocolate computer internet samsung google facebook pokemon
naruto mustang ferrari mercedes harley yankees cowboys lakers london secret changeme default guest test testing temp user
abc123 qwe123 asdfgh asdf1234 zxcvbnm 1q2w3e4r 1qaz2wsx qazwsx q1w2e3r4 123456 12345678 123456789 1234567890 987654321 111111
000000 123123 112233 121212 654321 159753 147258 family friends forever jesus angel money lucky happy crazy soccer hockey
tennis guitar jackson maverick phoenix peanut matthew joshua andrew amanda robert thomas anthony william william1 george
elizabeth samantha alexander passwort willkommen motdepasse bienvenue contraseña senha hallo schatz amor mustang1 letmein1`.split(/\s+/) // biome-ignore format: a word list

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
const leet = (word: string) =>
  word.replaceAll(/[aeost]/g, (letter) => ({ a: '@', e: '3', o: '0', s: '$', t: '7' })[letter] ?? letter)
const backwards = (word: string) => [...word].reverse().join('')

/** Typical changes that people make to a word when twelve characters and a digit are required. */
const habits: ((word: string) => string[])[] = [
  (word) => ['2019', '2020', '2021', '2022', '2023', '2024', '2025', '1990', '1985'].flatMap((year) => [word + year, capital(word) + year, `${capital(word)}${year}!`, year + word]),
  (word) => ['1', '12', '123', '1234', '12345', '123456', '1234567890', '!', '123!', '1!', '@123', '#1', '007', '69', '99', '321', '987654321'].flatMap((end) => [word + end, capital(word) + end, word.toUpperCase() + end]),
  (word) => [word + word, capital(word) + capital(word), `${word} ${word}`, `${word}-${word}`, word + backwards(word), word.repeat(3)],
  (word) => [leet(word), `${leet(word)}123`, `${leet(capital(word))}2024`, `${leet(word)}!!`, `${leet(word)}${leet(word)}`, `${leet(word)}1234567`],
  (word) => [`my${word}`, `my${word}123`, `the${word}1234`, `${word}isthebest1`, `ilove${word}`, `ilove${word}1`, `i love ${word}!`, `${word}4ever`, `${word}forever`, `${word}rocks`.replace('rocks', 'admin')],
  (word) => [`${word}!!!!!!`, `!!!${word}!!!`, `${word}......`, `***${word}***`, `1${word}1`, `123${word}123`, `123${word}456`, `${backwards(word)}1234`],
  (word) => [`${word}qwerty`, `qwerty${word}`, `${word}asdfgh`, `${word}1qaz2wsx`, `${word}password`, `password${word}`, `${word}admin123`, `welcome${word}1`, `${word}hello`],
] // biome-ignore format: a list

const finger = [
  'qwertyuiop12', 'qwertyuiopasdf', 'asdfghjklzxcvbnm', '1q2w3e4r5t6y', '1q2w3e4r5t6y7u8i', 'q1w2e3r4t5y6', 'zaq12wsxcde3', '1qaz2wsx3edc', '1qaz2wsx3edc4rfv', 'qazwsxedcrfv', 'qweasdzxc123', 'qwer1234asdf', 'asdfqwerzxcv',
  'abcdefghijkl', 'abcdefghijklm1', 'abc123abc123', 'abcd1234abcd1234', 'a1b2c3d4e5f6', '123456789012', '1234567890123', '098765432109', '112233445566', '121212121212', '123123123123', '147258369147', '159753159753', '111111222222',
  'aaaaaaaaaaaa', 'abababababab', 'xyzxyzxyzxyz', 'qwertyqwerty', 'qwerty123456', 'asdfasdfasdf', 'zxcvbnmzxcvbnm', '!qaz@wsx#edc', '!@#$%^&*()_+', 'poiuytrewqlkj', 'mnbvcxzlkjhg', '19901990199', '010119901990', 'onetwothreefour', 'mondaytuesdaywednesday', 'januaryfebruary', 'redgreenblue1', 'summerwinterspringautumn', 'iloveyousomuch', 'thequickbrownfox', 'longshore1234', 'Longshore2025!', 'l0ngsh0re2025', 'longshoreadmin',
] // biome-ignore format: a list

function generate(): Set<string> {
  const all = wellKnown.flatMap((word) => habits.flatMap((habit) => habit(word)))
  return new Set([...all, ...finger].filter((each) => [...each].length >= 12))
}

test('rejects thousands of passwords in the style of the well-known lists', () => {
  const generated = [...generate()]
  expect(generated.length).toBeGreaterThan(3_000)
  const accepted = generated.filter((each) => passwordFault(each, []) === undefined)
  expect(accepted).toEqual([])
})

const dictionary = `acorn agile album alcove amber anchor antler apron arcade armor aspen attic azure badge bagel bamboo banjo barley basil basin
beacon beaver bellows birch biscuit blanket blossom bobbin bonfire border bottle boulder bramble breeze brisket bronze bucket buckle
buffalo bugle cabin cactus camel candle canoe canyon caper carbon cargo carpet carrot castle cavern cedar cellar cherry chimney cider
cinder citrus clarinet clover cobalt comet copper coral cotton cradle cricket crimson cushion cymbal daisy dagger delta denim desert
dimple donkey drizzle dune eclipse elbow ember engine envelope fabric feather ferry fiddle filter flannel flicker flint fossil fountain
fox galaxy gallop garlic gazelle geyser glacier goblet gondola granite gravel guitar hammock harbor harvest hazel hedge helmet heron
hollow hornet igloo indigo island ivory jacket jelly jigsaw juniper kayak kettle kimono kitten ladder lagoon lantern lattice lemon
lentil lilac lobster locket lumber magnet mango maple marble meadow meteor mitten mosaic mustard napkin nectar noodle nutmeg oasis
oatmeal ocean olive opal orange orbit orchid otter oxygen paddle panda parcel parsley pebble pelican pencil pepper pigeon pillow
pistachio planet plaza plum pocket pollen pony poplar prairie pretzel pumpkin puzzle quartz quilt rabbit radar radish raven ribbon
river rocket saddle saffron salmon sandal sapphire satchel scarlet shovel sierra silver sketch sleet spruce squash stapler summit
sunset swamp sycamore tangerine tapestry teapot temple thistle thunder timber toast tornado trumpet tulip tundra turnip umbrella
valley vanilla velvet violet walnut walrus whisker willow window winter yarn yogurt zebra zephyr zinc`.split(/\s+/) // biome-ignore format: a word list

/** Mulberry32 generates the same passphrases in every run. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

test('accepts random passphrases and generated passwords', () => {
  const random = seeded(7)
  const pick = (from: readonly string[]) => from[Math.floor(random() * from.length)] ?? ''
  const letters = (alphabet: string, length: number) => Array.from({ length }, () => pick([...alphabet])).join('')
  const makers = [
    () => [1, 2, 3, 4].map(() => pick(dictionary)).join(' '),
    () => [1, 2, 3].map(() => capital(pick(dictionary))).join('-') + Math.floor(random() * 100),
    () => letters('abcdefghijklmnopqrstuvwxyz0123456789', 20),
    () => letters('ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789!#%+-_', 16),
    () => letters('0123456789abcdef', 32),
    () => letters('абвгдежзиклмнопрстуфхцчшщэюя', 14),
  ]
  const created = Array.from({ length: 1_200 }, (_, index) => makers[index % makers.length]?.() ?? '')
  const refused = created.filter(
    (each) => [...each].length >= 12 && passwordFault(each, ['ada@example.com', 'Ada']) !== undefined,
  )
  expect(refused).toEqual([])
})

test('rejects words of the account in all their forms', () => {
  const accountWords = ['grace.hopper@navy.example', 'grace', 'hopper', 'navy', 'Grace Hopper']
  for (const each of [
    'gracehopper12',
    'Hopper-Grace-1906',
    'GRACE.HOPPER!!',
    'h0pp3rgr@ce1',
    'gracegracegrace1',
    'hoppernavy2024',
  ]) {
    expect(passwordFault(each, accountWords), each).toBeDefined()
  }
  expect(passwordFault('hopper keeps a moth in amber', accountWords)).toBeUndefined()
})

test('counts characters, not bytes, from 12 to 256', () => {
  expect(passwordFault('vt8#Kq0zLw2', [])).toMatch(/at least 12/)
  expect(passwordFault('vt8#Kq0zLw2x', [])).toBeUndefined()
  const long = 'tangerine rocket umbrella '.repeat(10)
  expect(passwordFault(long.slice(0, 64), [])).toBeUndefined()
  expect(passwordFault(`x${long}`.slice(0, 256), [])).toBeUndefined()
  expect(passwordFault(`x${long}`.slice(0, 257), [])).toMatch(/at most 256/)
  expect(passwordFault('🦀🐙🦑🐡🐠🐬🦭🐋🦈🐊🐢🦎', [])).toBeUndefined()
  expect(
    passwordFault('e\u0301a\u0300o\u0302u\u0308i\u0308x\u0301', []),
    'six letters with accents of their own',
  ).toMatch(/at least 12/)
})

test('responds quickly for the longest and strangest input', () => {
  const before = process.cpuUsage()
  for (const each of [
    'a'.repeat(256),
    'ab'.repeat(128),
    'qwerty'.repeat(40),
    '1'.repeat(200),
    'aA'.repeat(100),
    '@'.repeat(256),
    'password'.repeat(32),
  ]) {
    passwordFault(each, ['a'.repeat(254), 'b'.repeat(100)])
  }
  expect(process.cpuUsage(before).user / 1_000).toBeLessThan(1_000)
})
