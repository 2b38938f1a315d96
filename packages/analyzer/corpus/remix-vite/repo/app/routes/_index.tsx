export default function Index() {
  return <h1>Blog</h1>
}
