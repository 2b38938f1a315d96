export function pad(text: string, length: number): string {
  return text.padStart(length)
}
