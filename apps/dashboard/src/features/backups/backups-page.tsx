export function BackupsPage() {
  return null
}
