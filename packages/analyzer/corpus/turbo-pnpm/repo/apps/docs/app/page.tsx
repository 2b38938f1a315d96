export default function Page() {
  return <p>Docs</p>
}
