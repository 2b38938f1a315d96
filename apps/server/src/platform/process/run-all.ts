/** Runs the tasks one at a time, even if some fail. Rejects afterwards with everything that failed. */
export async function runAll(tasks: Readonly<Record<string, () => Promise<number>>>): Promise<Record<string, number>> {
  const results: Record<string, number> = {}
  const errors: Error[] = []
  for (const [name, task] of Object.entries(tasks)) {
    try {
      results[name] = await task()
    } catch (cause) {
      errors.push(new Error(`${name}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause }))
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, errors.map(({ message }) => message).join('; '))
  return results
}
