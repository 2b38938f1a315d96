export const plot = {
  now: 'now',
  highest: 'highest',
  nothing: 'Nothing was measured in this time.',
  summary: (label: string, parts: readonly string[]) => `${label}. ${parts.join('; ')}.`,
  line: (name: string, now: string, highest: string) => `${name}: now ${now}, highest ${highest}`,
  lineWithoutValues: (name: string) => `${name}: nothing was measured`,
}
