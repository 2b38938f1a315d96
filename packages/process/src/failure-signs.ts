/** Finds the cause of a failure in a program's error output. */

/** The first match wins: more specific patterns come first. */
export type FailureSigns<Code> = readonly (readonly [sign: RegExp, code: Code])[]

export function findSign<Code>(signs: FailureSigns<Code>, text: string): Code | undefined {
  return signs.find(([sign]) => sign.test(text))?.[1]
}
