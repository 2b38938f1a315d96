export async function rotateKeys(): Promise<void> {
  throw new Error('placeholder until rotation is merged')
}
