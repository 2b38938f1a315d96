import type { Route } from "./+types/home";

export async function loader() {
  const response = await fetch(`${process.env.RECIPES_API_URL}/recipes`, {
    headers: { authorization: `Bearer ${process.env.RECIPES_API_TOKEN}` },
  });
  return { recipes: (await response.json()) as { id: string; title: string }[] };
}

export default function Home({ loaderData }: Route.ComponentProps) {
  return (
    <ul>
      {loaderData.recipes.map((recipe) => (
        <li key={recipe.id}>{recipe.title}</li>
      ))}
    </ul>
  );
}
