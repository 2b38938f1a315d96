export const plot = {
  now: 'now',
  highest: 'highest',
  nothing: 'No data for this time range.',
  summary: (label: string, parts: readonly string[]) => `${label}. ${parts.join('; ')}.`,
  line: (name: string, now: string, highest: string) => `${name}: now ${now}, highest ${highest}`,
  lineWithoutValues: (name: string) => `${name}: no data`,
}
