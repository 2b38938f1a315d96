export default defineEventHandler(async (event) => {
  const { mailApiKey } = useRuntimeConfig(event)
  const body = await readBody(event)
  await $fetch('https://mail.example/send', { method: 'POST', headers: { authorization: mailApiKey }, body })
  return { sent: true }
})
