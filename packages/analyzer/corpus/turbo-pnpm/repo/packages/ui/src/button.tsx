export function Button({ children }) {
  return <button>{children}</button>
}
