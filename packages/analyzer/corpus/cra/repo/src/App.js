export default function App() {
  return <p>{process.env.REACT_APP_API_URL}</p>
}
