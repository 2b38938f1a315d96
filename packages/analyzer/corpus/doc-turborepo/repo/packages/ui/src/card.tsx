export function Card({ children }: { children: React.ReactNode }) {
  return <section>{children}</section>;
}
