export default async function Home() {
  const response = await fetch(`${process.env.NEXT_PUBLIC_API_URL}/products`)
  const products: { id: string; name: string }[] = await response.json()
  return <ul>{products.map((product) => <li key={product.id}>{product.name}</li>)}</ul>
}
