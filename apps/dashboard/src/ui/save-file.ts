/** Downloads generated content as a file. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The download has started by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

export function saveText(name: string, lines: readonly string[]): void {
  saveFile(name, new Blob([...lines], { type: 'text/plain' }))
}
