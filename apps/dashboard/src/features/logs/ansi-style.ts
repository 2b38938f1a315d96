/** SGR sequences → class names. Every color maps to one of sixteen that are readable in both themes. Hidden text is shown. */
export interface AnsiStyle {
  readonly fore: number | null
  readonly back: number | null
  readonly bold: boolean
  readonly dim: boolean
  readonly italic: boolean
  readonly underline: boolean
  readonly strike: boolean
  readonly inverse: boolean
}

export const plainStyle: AnsiStyle = {
  fore: null,
  back: null,
  bold: false,
  dim: false,
  italic: false,
  underline: false,
  strike: false,
  inverse: false,
}

const names = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'] as const
const onOff: Readonly<Record<number, Partial<AnsiStyle>>> = {
  1: { bold: true },
  2: { dim: true },
  3: { italic: true },
  4: { underline: true },
  7: { inverse: true },
  9: { strike: true },
  21: { underline: true },
  22: { bold: false, dim: false },
  23: { italic: false },
  24: { underline: false },
  27: { inverse: false },
  29: { strike: false },
  39: { fore: null },
  49: { back: null },
}

/** `codes`: the text between `ESC [` and `m`. Unknown codes are ignored. */
export function applySgr(style: AnsiStyle, codes: string): AnsiStyle {
  const numbers = codes.split(/[;:]/).map((code) => (code === '' ? 0 : Number(code)))
  let current = style
  for (let index = 0; index < numbers.length; index += 1) {
    const code = numbers[index] ?? 0
    if (code === 0) current = plainStyle
    else if (code === 38 || code === 48) {
      const { color, taken } = extendedColor(numbers.slice(index + 1))
      index += taken
      if (color !== null) current = { ...current, [code === 38 ? 'fore' : 'back']: color }
    } else current = { ...current, ...(onOff[code] ?? basicColor(code)) }
  }
  return current
}

function basicColor(code: number): Partial<AnsiStyle> {
  if (code >= 30 && code <= 37) return { fore: code - 30 }
  if (code >= 40 && code <= 47) return { back: code - 40 }
  if (code >= 90 && code <= 97) return { fore: code - 90 + 8 }
  if (code >= 100 && code <= 107) return { back: code - 100 + 8 }
  return {}
}

/** `5;n` is one of 256 colors, `2;r;g;b` any color. Returns the nearest of the sixteen. */
function extendedColor(rest: readonly number[]): { color: number | null; taken: number } {
  const [mode, a = 0, b = 0, c = 0] = rest
  if (mode === 2) return { color: nearest(a, b, c), taken: 4 }
  if (mode !== 5) return { color: null, taken: 1 }
  if (a < 16) return { color: a, taken: 2 }
  if (a >= 232) return { color: nearest((a - 232) * 10 + 8, (a - 232) * 10 + 8, (a - 232) * 10 + 8), taken: 2 }
  const level = (step: number) => (step === 0 ? 0 : 55 + step * 40)
  const cube = a - 16
  return {
    color: nearest(level(Math.floor(cube / 36)), level(Math.floor(cube / 6) % 6), level(cube % 6)),
    taken: 2,
  }
}

/** The bits of a basic color are red, green and blue. The bright colors follow the basic ones. */
function nearest(red: number, green: number, blue: number): number {
  const strongest = Math.max(red, green, blue)
  if (strongest < 50) return 0
  const bit = (value: number) => (value > strongest * 0.6 ? 1 : 0)
  const base = bit(red) + bit(green) * 2 + bit(blue) * 4
  if (base === 7) return strongest > 200 ? 15 : strongest > 120 ? 7 : 8
  return strongest > 200 ? base + 8 : base
}

export function classOf(style: AnsiStyle): string {
  const { fore, back, bold, dim, italic, underline, strike, inverse } = style
  const classes: string[] = []
  if (inverse) classes.push('ansi-inverse')
  else {
    if (fore !== null) classes.push(`ansi-${names[fore % 8]}`)
    if (back !== null) classes.push(`ansi-on-${names[back % 8]}`)
  }
  if (bold) classes.push('font-semibold')
  if (dim && fore === null && !inverse) classes.push('text-ink-soft')
  if (italic) classes.push('italic')
  if (underline) classes.push('underline')
  if (strike) classes.push('line-through')
  return classes.join(' ')
}
