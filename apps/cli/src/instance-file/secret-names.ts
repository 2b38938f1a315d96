/** Names of environment variables for exported secrets. The same instance always gets the same names. */
import type { SecretReference } from './instance-file.ts'

export type NameSecret = (...parts: readonly string[]) => SecretReference

export function createSecretNames(): NameSecret {
  const taken = new Set<string>()
  return (...parts) => {
    const wanted = parts.map(toVariableName).join('_')
    let name = wanted
    for (let number = 2; taken.has(name); number += 1) name = `${wanted}_${number}`
    taken.add(name)
    return { fromEnvironment: name }
  }
}

/** Letters without an ASCII form become their code points, so that different names stay different. */
function toVariableName(part: string): string {
  const plain = part.normalize('NFKD').replaceAll(/[\u0300-\u036f]/g, '')
  const letters = [...plain].map((each) => {
    if (/[A-Za-z0-9]/.test(each)) return each.toUpperCase()
    const code = each.codePointAt(0) ?? 0
    return code < 0x80 ? '_' : `_U${code.toString(16).toUpperCase()}_`
  })
  const name = letters.join('').replaceAll(/_+/g, '_').replaceAll(/^_|_$/g, '')
  return name === '' ? 'EMPTY' : name
}
