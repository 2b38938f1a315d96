import { getPayload } from 'payload'
import config from '@/payload.config'

export default async function Page() {
  const payload = await getPayload({ config: await config })
  const { totalDocs } = await payload.find({ collection: 'exhibits' })
  return <p>{totalDocs} exhibits</p>
}
