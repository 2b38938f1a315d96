/** Parses `name: command` lines like Heroku, Dokku, and foreman. */
export interface ProcfileLine {
  readonly name: string
  readonly command: string
  readonly line: number
}

const maxLines = 200

export function readProcfile(text: string): ProcfileLine[] {
  return text.split('\n', maxLines).flatMap((raw, index) => {
    const parts = /^([A-Za-z0-9_-]{1,63})\s*:\s*(\S.*)$/.exec(raw.slice(0, 2_500).trimEnd())
    return parts === null ? [] : [{ name: parts[1] ?? '', command: parts[2] ?? '', line: index + 1 }]
  })
}
