export async function rates(currency) {
  const response = await fetch(`https://rates.example/${currency}`, {
    headers: { 'x-api-key': process.env.RATES_API_KEY },
  })
  return await response.json()
}
