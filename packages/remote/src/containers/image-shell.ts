/** Runs text in the shell of a service's image, inside its container. No other shell ever receives text from users. */
export function imageShell(text: string): readonly [program: string, option: string, text: string] {
  return ['/bin/sh', '-c', text]
}
