/** Text from a server as it may be shown: one short line without control, format or private-use characters. */
export function plainText(text: string, maximumLength = 80): string {
  const shown = text
    .slice(0, maximumLength * 4)
    .replaceAll(/[^\p{L}\p{N}\p{P}\p{S} ]+/gu, ' ')
    .trim()
  return shown.length > maximumLength ? `${shown.slice(0, maximumLength - 1)}…` : shown
}
