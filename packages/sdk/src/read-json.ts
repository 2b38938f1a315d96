/** The answer, of the type that the description promises; null where there is none. */
export async function readJson<Answer>(response: Response): Promise<Answer> {
  const text = await response.text()
  const value: Answer = JSON.parse(text === '' ? 'null' : text)
  return value
}
