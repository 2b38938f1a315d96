import { db } from '../server/db'
import { posts } from '../server/db/schema'

export default async function Home() {
  return <p>{(await db.select().from(posts)).length}</p>
}
