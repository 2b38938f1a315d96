import Counter from "../islands/Counter.tsx";
import { define } from "../utils.ts";

export default define.page(() => (
  <main>
    <h1>{Deno.env.get("SITE_NAME") ?? "Counter"}</h1>
    <Counter />
  </main>
));
