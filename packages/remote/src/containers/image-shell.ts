/** The shell of a service's own image, inside its container: the only shell that ever sees text of users, and it is theirs. */
export function imageShell(text: string): readonly [program: string, option: string, text: string] {
  return ['/bin/sh', '-c', text]
}
