export const form = {
  optional: 'optional',
  all: 'All',
  none: 'None',
  wrong: 'is invalid',
  /** The server's words begin with a verb: "must be at most 65535". */
  fault: (label: string, message: string) => `${label} ${message}`,
  /** A field that holds a list. */
  entryFault: (label: string, entry: string, message: string) => `${label} (${entry}) ${message}`,
  entry: (number: number) => `entry ${number}`,
  strangeField: (name: string) => `${name} is invalid, but this form has no field for it.`,
}
