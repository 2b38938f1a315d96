/** The parsed response, or null if it is empty. The type comes from the API description. */
export async function readJson<Answer>(response: Response): Promise<Answer> {
  const text = await response.text()
  const value: Answer = JSON.parse(text === '' ? 'null' : text)
  return value
}
