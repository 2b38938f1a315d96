export default function App() {
  return <p>{import.meta.env.VITE_API_URL}</p>
}
