import sharp from 'sharp'

export async function resize(key: string): Promise<void> {
  const source = await fetch(`${process.env.BUCKET_URL}/${key}`)
  const image = await sharp(await source.arrayBuffer()).resize(320).webp().toBuffer()
  await fetch(`${process.env.BUCKET_URL}/thumbs/${key}`, { method: 'PUT', body: image })
}
