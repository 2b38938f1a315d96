export default function Home() {
  return <h1>{Deno.env.get("SITE_TITLE") ?? "Fresh"}</h1>
}
