/** Typed access to the options and arguments of a command. */
import { CliError } from '../exit-codes.ts'
import type { globalOptions, OptionTable } from './options.ts'

export type RawValue = string | boolean | (string | boolean)[] | undefined

export interface ParsedInput {
  readonly values: Readonly<Record<string, RawValue>>
  readonly positionals: readonly string[]
  /** Arguments after `--`. */
  readonly rest: readonly string[]
}

type NamesOf<Options extends OptionTable, Type> = {
  [Name in keyof Options]: Options[Name] extends { type: Type } ? Name : never
}[keyof Options] &
  string

export interface Input<Options extends OptionTable> {
  text(name: NamesOf<Options & typeof globalOptions, 'string'>): string | undefined
  list(name: NamesOf<Options & typeof globalOptions, 'string'>): string[]
  flag(name: NamesOf<Options & typeof globalOptions, 'boolean'>): boolean
  /** An integer of at least 1. */
  count(name: NamesOf<Options & typeof globalOptions, 'string'>): number | undefined
  readonly positionals: readonly string[]
  readonly rest: readonly string[]
}

export function toInput<Options extends OptionTable>({ values, positionals, rest }: ParsedInput): Input<Options> {
  const text = (name: string) => {
    const value = values[name]
    return typeof value === 'string' ? value : undefined
  }
  return {
    text,
    list: (name) => [values[name]].flat().filter((each) => typeof each === 'string'),
    flag: (name) => values[name] === true,
    count(name) {
      const value = text(name)
      if (value === undefined) return undefined
      if (!/^[1-9]\d{0,8}$/.test(value)) throw new CliError('usage', `--${name} must be a whole number, not ${value}.`)
      return Number(value)
    },
    positionals,
    rest,
  }
}
