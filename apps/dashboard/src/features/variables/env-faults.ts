/** Reads the errors of a pasted .env file, for the field that holds it. */
import { isProblem } from '@longshore/sdk'

export interface EnvFault {
  message: string
  /** Counted from 1. Null if the message names no line. */
  line: number | null
}

/** Null if the error isn't only about the file. */
export function envFaults(error: unknown): EnvFault[] | null {
  if (!isProblem(error) || error.errors.length === 0) return null
  if (!error.errors.every(({ pointer }) => pointer === '/env')) return null
  return [...new Set(error.errors.map(({ message }) => message))].map((message) => {
    const line = /^line (\d+)\b/.exec(message)?.[1]
    return { message: toSentence(message), line: line === undefined ? null : Number(line) }
  })
}

function toSentence(message: string): string {
  return `${message.charAt(0).toUpperCase()}${message.slice(1)}${/[.!?]$/.test(message) ? '' : '.'}`
}
