import { createFileRoute } from '@tanstack/react-router'
import { createServerFn } from '@tanstack/react-start'

const listBooks = createServerFn({ method: 'GET' }).handler(async () => {
  const response = await fetch(`https://books.example/list?key=${process.env.BOOKS_API_KEY}`)
  return (await response.json()) as string[]
})

export const Route = createFileRoute('/')({ component: Books, loader: () => listBooks() })

function Books() {
  return <ol>{Route.useLoaderData().map((book) => <li key={book}>{book}</li>)}</ol>
}
