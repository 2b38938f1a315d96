export function PlannedSteps({ title, steps }: { title: string; steps: readonly string[] }) {
  return (
    <section className="rounded-lg bg-sunken px-4 py-3 text-sm">
      <h3 className="mb-1.5 font-medium">{title}</h3>
      <ol className="flex list-decimal flex-col gap-1 pl-5">
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </section>
  )
}
